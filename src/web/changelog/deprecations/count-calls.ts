import type { Deprecation } from '#contract/deprecations.ts'
import type { Deps } from '#deps.ts'
import { addCalls, type Calls } from './queries.ts'

const flushMs = 60_000
const maxHeld = 200

/** Counts in memory and saves once a minute, so that no call waits. A killed process loses that minute. */
export const callCounter = (deps: Deps) => {
  const held = new Map<string, Calls>()
  let timer: NodeJS.Timeout | undefined

  const add = ({ thing, client, calls }: Calls) => {
    const name = held.has(keyOf(thing, client)) || held.size < maxHeld ? client : 'others'
    const known = held.get(keyOf(thing, name)) ?? { thing, client: name, calls: 0 }
    held.set(keyOf(thing, name), { ...known, calls: known.calls + calls })
  }

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const counted = [...held.values()]
    held.clear()
    if (counted.length === 0) return
    try {
      await addCalls(deps.db, counted)
      deps.log.info({ calls: counted }, 'something deprecated is still called')
    } catch (error) {
      counted.forEach(add)
      deps.log.error({ err: error }, 'calls to deprecated operations could not be saved')
    }
  }

  return {
    count: (deprecation: Deprecation, client: string): void => {
      add({ thing: nameOf(deprecation), client, calls: 1 })
      timer ??= setTimeout(() => deps.later(flush), flushMs).unref()
    },
    /** Saves the counts. Never throws: on failure they are kept for the next time. */
    flush,
  }
}

/** `POST /auth/token · body.code` */
export const nameOf = ({ operation, part }: Deprecation): string =>
  part ? `${operation} · ${part.in}.${part.field}` : operation

const keyOf = (thing: string, client: string) => JSON.stringify([thing, client])
