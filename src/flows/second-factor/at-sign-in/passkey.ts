import { enrolmentChangesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import type { Maker } from '#accounts/users/queries/suspects.ts'
import { findAccount } from '#accounts/users/queries/users.ts'
import type { PasskeyCreation } from '#contract/wire.ts'
import { freshCodes } from '#credentials/backup-codes/fresh.ts'
import type { Attestation } from '#credentials/passkeys/answer.ts'
import { checkAttestation } from '#credentials/passkeys/check-attestation.ts'
import { passkeyCreation } from '#credentials/passkeys/options.ts'
import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { needRelyingParty } from '#credentials/passkeys/relying-party.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { invalidChallenge, tooManyPasskeys } from '#platform/errors.ts'
import type { SessionKind } from '#sessions/lifetimes.ts'
import { maxPasskeys } from '../passkeys/begin.ts'
import { type Naming, passkeyName, refuseKnown, storePasskey } from '../passkeys/store.ts'
import { completeEnrolment, type Enrolled } from './complete.ts'
import { duringEnrolment, readEnrolling, takeEnrolling } from './enrolling.ts'

/** Starts to add a passkey as the second factor during a sign-in. @throws 401 `invalid_challenge`, 404, 409 `too_many_passkeys`, 429 */
export const beginFirstKey = (deps: Deps, challenge: string, client: Client): Promise<PasskeyCreation> =>
  duringEnrolment(challenge, () => begin(deps, challenge, client))

const begin = async (deps: Deps, challenge: string, client: Client): Promise<PasskeyCreation> => {
  needRelyingParty(deps)
  const { key: of, epoch } = await readEnrolling(deps, challenge)
  const account = await findAccount(deps.db, of.userId)
  if (!account) throw invalidChallenge()
  await takeAttempts(deps, [enrolmentChangesOf(of.userId, 'passkey', client)])
  const present = await listPasskeys(deps.db, of.userId)
  if (present.length >= maxPasskeys) throw tooManyPasskeys()
  return passkeyCreation(deps, { of, epoch, email: account.email, asSecondFactor: true, present })
}

type Answer = { challenge: string; credential: Attestation } & Naming

/**
 * Adds the passkey made by the browser, and opens the session.
 * @throws 400 `not_started` or `passkey_refused`, 401 `invalid_challenge`, 404, 409 `passkey_known` or
 * `too_many_passkeys`, 429
 */
export const confirmFirstKey = (
  deps: Deps,
  answer: Answer,
  client: Client,
  kind: SessionKind = 'application',
): Promise<Enrolled> => duringEnrolment(answer.challenge, () => confirm(deps, answer, client, kind))

const confirm = async (
  deps: Deps,
  { challenge, credential, ...naming }: Answer,
  client: Client,
  kind: SessionKind,
): Promise<Enrolled> => {
  needRelyingParty(deps)
  const enrolling = await takeEnrolling(deps, challenge)
  const { userId, sessionId } = enrolling.key
  const proven = await checkAttestation(deps, credential, { userId, sessionId, epoch: enrolling.epoch })
  const named = { ...proven, name: passkeyName(proven.passkey, naming) }
  const store = (runner: Runner, maker: Maker) => storePasskey(runner, { userId, ...maker }, named, client)
  const setUp = { method: 'passkey', codes: freshCodes(deps, userId), kind, store } as const
  return completeEnrolment(deps, enrolling, setUp, client).catch(refuseKnown)
}
