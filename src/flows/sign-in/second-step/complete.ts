import { clearPasswordFailures } from '#accounts/limits/clear-password-failures.ts'
import { givenBackIfUndone } from '#accounts/limits/refunded-if-undone.ts'
import { refuseWaiting } from '#accounts/limits/refuse-waiting.ts'
import type { Limit } from '#accounts/limits/rules.ts'
import type { Client, Deps } from '#deps.ts'
import { UniqueViolation } from '#platform/db/failures.ts'
import { invalidChallenge, isRefusedAs } from '#platform/errors.ts'
import { counted } from '#platform/metrics/counted.ts'
import { outcomes } from '#platform/metrics/metrics.ts'
import { concerning } from '#platform/refusals/concerning.ts'
import { provenHere } from '#sessions/challenges/proven-here.ts'
import type { SessionKind } from '#sessions/lifetimes.ts'
import { openSession } from '#sessions/open.ts'
import { asTyped, failuresOf } from '#sessions/proof/check-code.ts'
import { type FactorAnswer, isGuessable, proveFactor } from '#sessions/proof/factors.ts'
import type { SpendFactor, UseFactor } from '#sessions/proof/use-factor.ts'
import {
  type ChallengeKey,
  findChallenge,
  type HalfWay,
  maxTries,
  returnTry,
  spendChallenge,
  takeTry,
} from '#sessions/queries/challenges.ts'
import type { Opened, SignIn } from '../grants/grant.ts'
import { challenges } from './challenge.ts'
import { giveFirstCodes } from './first-codes.ts'
import { trustDevice } from './trusted-device.ts'

type Answer = FactorAnswer & { challenge: string } & {
  trustDevice?: boolean | undefined
  /** Whether whoever asks shows backup codes. They cannot be read again. */
  showsCodes?: boolean | undefined
}

type Outcome = (typeof outcomes.secondStep)[number]

/**
 * Opens the session that a challenge stands for: the answer and the challenge are spent with it, or not at all. The device is
 * trusted if that is wanted.
 * @throws 401 `invalid_challenge`, 401 `wrong_code`, 429 while the account has to wait, even for the right code
 */
export const completeSecondFactor: SignIn<Answer> = (deps, given, client, kind = 'application') => {
  const answer = isGuessable(given) ? { ...given, ...asTyped(given.code, given.method) } : given
  const { method } = answer
  const count = (outcome: Outcome) => deps.metrics.secondSteps.add({ method, outcome })
  const userId = challenges.read(given.challenge)?.userId
  return concerning(userId, () =>
    counted(outcomes.secondStep, count, () => complete(deps, answer, client, kind)),
  )
}

const complete = async (
  deps: Deps,
  { trustDevice: isTrusted = false, showsCodes = false, ...answer }: Answer,
  client: Client,
  kind: SessionKind,
): Promise<Opened> => {
  const { use, ...answered } = await answerChallenge(deps, answer, client)
  const methods = [...answered.methods, answer.method]
  const giveBackTry = () => returnTry(deps.db, answered.key)
  return use((spend) =>
    givenBackIfUndone(deps, [giveBackTry], () =>
      open(deps, { ...answered, methods, kind, spend, isTrusted, showsCodes }, client),
    ).catch((error) => {
      throw isOver(error) ? invalidChallenge('challenge.overtaken') : error
    }),
  )
}

/** A challenge with a correct answer. */
type Answered = HalfWay & { key: ChallengeKey; use: UseFactor }

/**
 * Checks the answer to a challenge. Neither is spent yet.
 * @throws 401 `invalid_challenge`, 401 `wrong_code`, 429 while the account has to wait, even for the right code; for a
 *   passkey, 401 `invalid_credentials`, and no wait of the account
 */
const answerChallenge = async (
  deps: Deps,
  { challenge, ...answer }: FactorAnswer & { challenge: string },
  client: Client,
): Promise<Answered> => {
  const key = challenges.read(challenge)
  if (!key) throw invalidChallenge()
  const waits = isGuessable(answer) ? await failuresOf(deps, key.userId, client) : []
  const { tries, ...halfWay } = await takeOpenTry(deps, key, waits)
  const proving = { ceremony: { purpose: 'second-step', of: key }, maxLeft: maxTries - tries } as const
  const { use } = await proveFactor(deps, answer, proving, client)
  return { ...halfWay, key, use }
}

const takeOpenTry = async (deps: Deps, key: ChallengeKey, waits: readonly Limit[]) => {
  const found = await findChallenge(deps.db, key)
  if (!found) throw invalidChallenge()
  // an account that has to wait answers so even for a used-up challenge, and uses no try
  await refuseWaiting(deps, waits)
  const taken = found.isOpen ? await takeTry(deps.db, key) : undefined
  if (!taken) throw invalidChallenge()
  return taken
}

/** All sessions, and so this sign-in, have ended in between; or another right answer has opened the session. */
const isOver = (error: unknown) =>
  isRefusedAs(error, 'invalid_credentials') ||
  (error instanceof UniqueViolation && error.constraint === 'sessions_pkey')

type Opening = Omit<Answered, 'use'> & {
  kind: SessionKind
  spend: SpendFactor
  isTrusted: boolean
  showsCodes: boolean
}

const open = async (
  deps: Deps,
  { key, bucket, spend, isTrusted, showsCodes, ...halfWay }: Opening,
  client: Client,
): Promise<Opened> => {
  const { userId, sessionId } = key
  const account = await provenHere(deps, { userId, bucket, ...halfWay }, client)
  const signedIn = { userId, sessionId, ...halfWay }
  let deviceToken: string | undefined
  let backup: string[] | undefined
  const row = await openSession(deps, signedIn, client, async (runner) => {
    if (!(await spendChallenge(runner, key))) throw invalidChallenge()
    await spend(runner)
    if (account) await clearPasswordFailures(runner, account, client)
    if (isTrusted) deviceToken = await trustDevice(deps, runner, signedIn, client)
    if (showsCodes) backup = await giveFirstCodes(deps, runner, key, client)
  })
  if (deviceToken !== undefined) deps.metrics.trustedDevices.add({ outcome: 'trusted' })
  return { ...row, deviceToken, backup }
}
