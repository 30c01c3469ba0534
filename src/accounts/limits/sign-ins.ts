import type { Config } from '../../config/config.ts'
import type { Client, Deps } from '../../deps.ts'
import { isRefusedAs } from '../../platform/errors.ts'
import { hour } from '../../platform/seconds.ts'
import { forgetUncounted, refundAttempts } from './queries/forget.ts'
import { type Limit, signInsByAddress, windowRule } from './rules.ts'
import { subjectOf } from './subject.ts'
import { type Taken, takeAttempts } from './take-attempts.ts'

/** More than anybody needs, and few enough that nobody fills the record of events, or keeps the cores busy. */
const signInsPerHour = 60

type Place = { userId: string; isKnownAddress: boolean }

/**
 * First factors that are right, which nothing gives back but an outage. Known locations are separate: whoever has the
 * password, and no more, cannot use up what the owner has at home.
 * @param strangersOf what those from elsewhere are counted by: an address, with or without an account, where a password is
 *   checked
 */
export const signInsOf = (
  { signInsPerAddress }: Config,
  place: Place | undefined,
  strangersOf: { canonical: string } | { userId: string },
  client: Client,
): Limit[] => {
  const strangers =
    'userId' in strangersOf ? subjectOf.user(strangersOf.userId) : subjectOf.email(strangersOf.canonical)
  const rule = windowRule(signInsPerHour, hour)
  const ofAccount: Limit = place?.isKnownAddress
    ? { subject: subjectOf.user(place.userId), kind: `sign-ins from ${client.bucket}`, rule }
    : { subject: strangers, kind: 'sign-ins', rule }
  // the account first: what it refuses costs others at its address nothing
  return [ofAccount, ...signInsByAddress(signInsPerAddress, client)]
}

/**
 * Counts a password that is about to be checked, as a failure and as a sign-in, one after the other: whoever is looked for,
 * it is the same work in the same order.
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

/** For a wrong password. Leaves no row that only it has made. */
export const returnSignIn = async ({ db }: Pick<Deps, 'db'>, signIns: readonly Limit[]): Promise<unknown> => {
  await refundAttempts(db, signIns)
  // always, so that the duration doesn't tell whether others are counted
  return Promise.all(signIns.map((limit) => forgetUncounted(db, limit)))
}
