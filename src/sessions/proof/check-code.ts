import { recordLock } from '../../accounts/events/lock.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { secondFactorFailures } from '../../accounts/limits/guesses.ts'
import type { Limit } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { isKnownAddress } from '../../accounts/users/known-addresses/queries.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import type { Checked, CodeSpender } from '../../credentials/credential.ts'
import { codeFactors } from '../../credentials/index.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { unauthorized, wrongCode } from '../../platform/errors.ts'
import { holdSession, type SessionKey } from '../queries.ts'
import { settleSecondFactor } from './settle.ts'

export type CodeAnswer = { method: keyof typeof codeFactors; code: string }

type Circumstances = { client: Client; session?: SessionKey | undefined; maxLeft?: number }

/**
 * The one place that checks a code. Attempts count per account, whatever the method, before the
 * check, and outside of any transaction that a refusal would roll back.
 * @param session the one that the code is sent in: once it has ended, nothing is spent
 * @param maxLeft the tries that the caller still allows
 * @throws 429 while the account has to wait, even for the right code; 401 `wrong_code`, or `unauthorized` for that session
 */
export const checkCode = async (
  deps: Deps,
  userId: string,
  { method, code }: CodeAnswer,
  { client, session, maxLeft = Number.POSITIVE_INFINITY }: Circumstances,
): Promise<void> => {
  const limits = await failuresOf(deps, userId, client)
  const { left, isLast } = await takeAttempts(deps, limits)
  const { address } = client
  const spend = await codeFactors[method].check(deps, userId, code)
  const checked =
    spend && (await deps.db.transaction((runner) => accept(runner, userId, spend, { client, session })))
  if (checked === 'accepted') return
  const refusal = { type: 'two_factor.refused', outcome: 'refused', userId, address } as const
  await recordEvent(deps.db, { ...refusal, detail: { method } })
  // a known place has a limit of its own as well
  const shut = limits.length > 1 ? 'known_place' : 'unknown_places'
  const lock = { type: 'two_factor.locked', userId, shut: isLast ? shut : undefined } as const
  if (left === 0) await recordLock(deps.db, lock, client)
  throw wrongCode(Math.min(left, maxLeft), checked === 'spent')
}

const accept = async (
  runner: Runner,
  userId: string,
  spend: CodeSpender,
  { client, session }: Circumstances,
): Promise<Checked> => {
  // lock order: the user before the session and the factors
  await lockUser(runner, userId)
  if (session && !(await holdSession(runner, session))) throw unauthorized()
  const checked = await spend(runner)
  if (checked === 'accepted') await settleSecondFactor(runner, userId, client.address)
  return checked
}

/** The limits that wrong codes from a client count against. */
export const failuresOf = async (deps: Deps, userId: string, client: Client): Promise<Limit[]> =>
  secondFactorFailures(
    userId,
    (await isKnownAddress(deps.db, userId, client.bucket)) ? client.bucket : undefined,
  )
