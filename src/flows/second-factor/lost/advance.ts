import { recordEvent } from '#accounts/events/record.ts'
import {
  type DueReset,
  deleteReset,
  holdDueReset,
  listDueResets,
  putOff,
  setResetAside,
} from '#credentials/resets/queries.ts'
import type { Deps } from '#deps.ts'
import { wasDelivered } from '#messages/outbox/queries/of-user.ts'
import { unseal, whyUnopened } from '#platform/crypto/seal.ts'
import type { Db, Runner } from '#platform/db/db.ts'
import { faultOf, isMomentary } from '#platform/db/failures.ts'
import { removeLostFactor } from '../disable.ts'
import { keeperOwner, noticeHours, tellOwner } from './tell.ts'

const actor = { kind: 'system' } as const

type Given = Pick<Deps, 'config' | 'keys' | 'log'>

/** Advances every reset that is due by one step. @returns how many are done with for now, at most `batch` */
export const advanceResets = async (db: Db, batch: number, deps: Given): Promise<number> => {
  const userIds = await listDueResets(db, batch)
  let done = 0
  // a transaction each, so that none waits for another
  for (const userId of userIds) if (await takeStep(db, deps, userId)) done++
  return done
}

/** A failed one is set aside for an hour. @returns false for one whose rows are locked, which is left for the next run */
const takeStep = async (db: Db, deps: Given, userId: string): Promise<boolean> => {
  try {
    await db.transaction(async (runner) => {
      const due = await holdDueReset(runner, userId)
      if (due) await advance(runner, deps, due)
    })
  } catch (error) {
    if (faultOf(error)) throw error
    if (isMomentary(error)) {
      deps.log.warn({ err: error, userId }, 'an account whose second factor is due to go is in use; retrying')
      return false
    }
    deps.log.error({ err: error, userId }, 'the removal of a second factor failed; retrying in an hour')
    await setResetAside(db, userId)
  }
  return true
}

const advance = async (runner: Runner, { config, keys, log }: Given, due: DueReset): Promise<void> => {
  const { userId, hoursLeft } = due
  const token = unseal(keys, due.sealedToken, keeperOwner(userId))?.toString()
  if (config.twoFactorResetHours === 0 || token === undefined) {
    // without the token, no email could say how to stop it
    const why = token === undefined ? whyUnopened(keys, due.sealedToken) : 'settings'
    log.warn({ why, userId }, 'the pending removal of a second factor was dropped')
    await deleteReset(runner, userId)
    await recordEvent(runner, { type: 'two_factor.reset_cancelled', userId, detail: { by: why }, actor })
  } else if (hoursLeft === 0 && (await wasDelivered(runner, userId, 'two-factor-removal', due.begunAt))) {
    // first, because raising the epoch would cancel it
    await deleteReset(runner, userId)
    await removeLostFactor(runner, userId, { detail: { by: 'reset' }, actor })
  } else {
    const nextHours = Math.min(hoursLeft, noticeHours) || noticeHours
    const next = { nextHours, hoursLeft: Math.max(hoursLeft - nextHours, 0) }
    const { removesAt } = await putOff(runner, userId, next)
    await tellOwner({ keys }, runner, { userId, token, removesAt })
  }
}
