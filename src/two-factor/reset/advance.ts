import { unseal } from '../../crypto/seal.ts'
import type { Db, Runner } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { removeSecondFactor } from '../disable.ts'
import { type DueReset, deleteReset, putOff, takeDueResets } from './queries.ts'
import { keeperOwner, noticeHours, tellOwner } from './tell.ts'

/** Takes every reset whose time has come a step further. @returns how many there were, at most `batch` */
export const sweepResets = (db: Db, batch: number, deps: Pick<Deps, 'keys'>): Promise<number> =>
  db.transaction(async (runner) => {
    const due = await takeDueResets(runner, batch)
    for (const reset of due) await advance(runner, reset, deps)
    return due.length
  })

const advance = async (runner: Runner, { userId, ...reset }: DueReset, deps: Pick<Deps, 'keys'>) => {
  if (reset.hoursLeft === 0)
    return void (await removeSecondFactor(runner, userId, { detail: { by: 'reset' } }))
  const token = unseal(deps.keys, reset.sealedToken, keeperOwner(userId))?.toString()
  // the key is gone, so nobody could be told how to stop it
  if (token === undefined) return void (await runner.run(deleteReset(userId)))
  const nextHours = Math.min(reset.hoursLeft, noticeHours)
  const removesAt = await putOff(runner, userId, { nextHours, hoursLeft: reset.hoursLeft - nextHours })
  await tellOwner(deps, runner, { userId, token, removesAt })
}
