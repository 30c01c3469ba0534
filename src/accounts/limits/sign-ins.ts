import type { Config } from '../../config/config.ts'
import type { Client, Deps } from '../../deps.ts'
import { isRefusedAs } from '../../platform/errors.ts'
import { hour } from '../../platform/seconds.ts'
import { forgetUncounted, refundAttempts } from './queries/forget.ts'
import { type Limit, signInsByAddress, windowRule } from './rules.ts'
import { subjectOf } from './subject.ts'
import { type Taken, takeAttempts } from './take-attempts.ts'

/** More than anybody needs, and too few to flood the events or keep the cores busy. */
const signInsPerHour = 60

export const signInRule = windowRule(signInsPerHour, hour)

type Place = { userId: string; isKnownAddress: boolean }

/**
 * Correct first factors, refunded only after an outage. Known locations are separate, so that somebody with only the
 * password cannot use up the owner's sign-ins at home.
 * @param strangersOf the subject of those from elsewhere: an address, with or without an account, if a password is
 * checked
 */
export const signInsOf = (
  { signInsPerAddress }: Config,
  place: Place | undefined,
  strangersOf: { canonical: string } | { userId: string },
  client: Client,
): Limit[] => {
  const strangers =
    'userId' in strangersOf ? subjectOf.user(strangersOf.userId) : subjectOf.email(strangersOf.canonical)
  const rule = signInRule
  const ofAccount: Limit = place?.isKnownAddress
    ? { subject: subjectOf.user(place.userId), kind: `sign-ins from ${client.bucket}`, rule }
    : { subject: strangers, kind: 'sign-ins', rule }
  // the account first: its refusals cost others at its address nothing
  return [ofAccount, ...signInsByAddress(signInsPerAddress, client)]
}

/**
 * Counts a password before its check, as a failure and as a sign-in: equal work in equal order, whether or not the
 * account exists.
 * @throws 429
 */
export const takeSignIn = async (
  deps: Deps,
  signIns: readonly Limit[],
  failures: readonly Limit[],
): Promise<Taken> => {
  const taken = await takeAttempts(deps, failures)
  try {
    await takeAttempts(deps, signIns)
  } catch (error) {
    if (isRefusedAs(error, 'too_many_attempts')) await refundAttempts(deps.db, failures)
    throw error
  }
  return taken
}

/** For a wrong password. Leaves no row that only the sign-in created. */
export const returnSignIn = async ({ db }: Pick<Deps, 'db'>, signIns: readonly Limit[]): Promise<unknown> => {
  await refundAttempts(db, signIns)
  // always, so that the duration does not reveal whether others are counted
  return Promise.all(signIns.map((limit) => forgetUncounted(db, limit)))
}
