import type { FactorMethod, Known } from '../../../contract/wire.ts'
import { recordLock } from '../../accounts/events/lock.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { forgetSecondFactorAttempts } from '../../accounts/limits/queries.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { factors } from '../../credentials/index.ts'
import { deleteReset } from '../../credentials/resets/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { wrongCode } from '../../platform/errors.ts'
import { failuresOf } from './failures.ts'

/** What somebody answers with. */
export type FactorAnswer = { method: Known<FactorMethod>; code: string }

/**
 * The one place where a second factor is judged. The attempt is counted by account, whatever the method, before the
 * code is looked at, and outside of any transaction that a refusal would roll back.
 *
 * @param maxLeft how many more tries whoever asks would allow at most
 * @throws 429 while the account has to wait, also for the right code; 401 `wrong_code`
 */
export const checkCode = async (
  deps: Deps,
  userId: string,
  { method, code }: FactorAnswer,
  { client, maxLeft = Number.POSITIVE_INFINITY }: { client: Client; maxLeft?: number },
): Promise<void> => {
  const limits = await failuresOf(deps, userId, client)
  const { left, isLast } = await takeAttempts(deps, limits)
  const { address } = client
  if (await factors[method].accepts(deps, userId, code)) return settle(deps, userId, address)
  await recordEvent(deps.db, {
    type: 'two_factor.refused',
    outcome: 'refused',
    userId,
    address,
    detail: { method },
  })
  // a known place has a limit of its own beside the shared one
  const shut = limits.length > 1 ? 'known_place' : 'unknown_places'
  const lock = { type: 'two_factor.locked', userId, shut: isLast ? shut : undefined } as const
  if (left === 0) await recordLock(deps.db, lock, client)
  throw wrongCode(Math.min(left, maxLeft))
}

/** Somebody who has the factor has not lost it: a reset that waits is cancelled. */
const settle = (deps: Deps, userId: string, address: string): Promise<void> =>
  deps.db.transaction(async (runner) => {
    const [wasWaiting] = await Promise.all([
      deleteReset(runner, userId),
      forgetSecondFactorAttempts(runner, userId),
    ])
    if (!wasWaiting) return
    const event = { type: 'two_factor.reset_cancelled', userId, address } as const
    await recordEvent(runner, { ...event, detail: { by: 'second_factor' } })
  })
