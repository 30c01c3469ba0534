import { secondStepMethods } from '#credentials/second-step-methods.ts'
import type { Deps } from '#deps.ts'
import { invalidChallenge } from '#platform/errors.ts'
import { concerning } from '#platform/refusals/concerning.ts'
import { readEnrolmentChallenge } from '#sessions/challenges/enrolment.ts'
import {
  type ChallengeKey,
  findChallenge,
  findHalfWay,
  type HalfWay,
  spendChallenge,
  takeTry,
} from '#sessions/queries/challenges.ts'

/** A sign-in that waits for the setup of a second factor. */
export type Enrolling = HalfWay & { key: ChallengeKey }

/** @returns undefined if its challenge no longer works */
export const findEnrolling = async (deps: Deps, challenge: string): Promise<Enrolling | undefined> => {
  const key = readEnrolmentChallenge(challenge)
  const halfWay = key && (await findHalfWay(deps.db, key))
  if (!halfWay) return
  // adding a second factor must not bypass another
  if ((await secondStepMethods(deps, deps.db, key.userId)).length > 0) return
  return { ...halfWay, key }
}

/** Does what is to be done for the sign-in of a challenge, and names its account in a refusal. */
export const duringEnrolment = <Result>(challenge: string, work: () => Promise<Result>): Promise<Result> =>
  concerning(readEnrolmentChallenge(challenge)?.userId, work)

/** @throws 401 `invalid_challenge` */
export const readEnrolling = async (deps: Deps, challenge: string): Promise<Enrolling> => {
  const enrolling = await findEnrolling(deps, challenge)
  if (!enrolling) throw invalidChallenge()
  return enrolling
}

/** Counts a try before anything is checked. @throws 401 `invalid_challenge` */
export const takeEnrolling = async (deps: Deps, challenge: string): Promise<Enrolling> => {
  const enrolling = await readEnrolling(deps, challenge)
  if (!(await takeTry(deps.db, enrolling.key))) throw invalidChallenge()
  return enrolling
}

/** Abandons the setup: its challenge stops working. */
export const giveUpEnrolling = async ({ db }: Deps, challenge: string): Promise<void> => {
  const key = readEnrolmentChallenge(challenge)
  if (key) await spendChallenge(db, key)
}

/**
 * Whether the account of a challenge that no longer works has a second factor by now.
 * @param isKnown whether a spent challenge was a real one: a made-up challenge must not reveal anything about an
 * account
 */
export const isSetUpByNow = async (
  deps: Deps,
  challenge: string,
  isKnown: (key: ChallengeKey) => boolean,
): Promise<boolean> => {
  const key = readEnrolmentChallenge(challenge)
  if (!key || !(isKnown(key) || (await findChallenge(deps.db, key)))) return false
  return (await secondStepMethods(deps, deps.db, key.userId)).length > 0
}
