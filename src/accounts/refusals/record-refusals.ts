import type { Deps } from '../../deps.ts'
import { isRefusedAs, isUnavailable } from '../../platform/errors.ts'
import { foldRefusals } from './fold.ts'
import { upsertRefusal, upsertUnownedRefusal } from './queries/write.ts'
import type { FoldedRefusal, ToldRefusal } from './refusal.ts'

const flushMs = 1_000

/** Holds what was refused in memory, and writes it after the answers: no answer waits, whoever it is about. */
export const refusalRecorder = (deps: Pick<Deps, 'db' | 'log' | 'later'>) => {
  const held = foldRefusals()
  let timer: NodeJS.Timeout | undefined

  const arm = () => {
    timer ??= setTimeout(() => deps.later(() => write(false)), flushMs).unref()
  }

  const write = async (isLast: boolean) => {
    clearTimeout(timer)
    timer = undefined
    const rows = held.take(performance.now(), isLast)
    try {
      while (rows.length > 0) {
        await writeRow(deps, rows[0] as FoldedRefusal)
        rows.shift()
      }
    } catch (error) {
      // outages are logged by the watch; a row that is itself at fault must not keep back the others
      if (!isUnavailable(error)) {
        rows.shift()
        deps.log.error({ err: error }, 'refusals could not be written')
      }
      held.giveBack(rows)
    }
    if (!isLast && held.isWaiting()) arm()
  }

  return {
    note: (refusal: ToldRefusal): void => {
      held.note(refusal, performance.now())
      arm()
    },
    /** Writes what is held. Never throws. */
    flush: () => write(true),
  }
}

const writeRow = async ({ db }: Pick<Deps, 'db'>, row: FoldedRefusal): Promise<unknown> => {
  const { userId } = row
  if (userId === undefined) return upsertUnownedRefusal(db, row)
  return upsertRefusal(db, { ...row, userId }).catch(ifGone)
}

// the account was deleted since, or a made-up token has named none
const ifGone = (error: unknown) => {
  if (!isRefusedAs(error, 'unauthorized')) throw error
}
