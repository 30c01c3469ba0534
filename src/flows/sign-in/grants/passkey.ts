import vine from '@vinejs/vine'
import { recordEvent } from '#accounts/events/record.ts'
import { failuresByAddress } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { type Assertion, assertionField } from '#credentials/passkeys/answer.ts'
import { checkAssertion } from '#credentials/passkeys/check-assertion.ts'
import type { Client, Deps } from '#deps.ts'
import { newId } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import { invalidCredentials } from '#platform/errors.ts'
import type { SessionKind } from '#sessions/lifetimes.ts'
import { clearFactorFailures } from '#sessions/proof/clear-factor-failures.ts'
import { reportingClone, spendAssertion } from '#sessions/proof/prove-passkey.ts'
import type { TokenRow } from '#sessions/queries/sessions.ts'
import { completeFirstFactor, countedSignIn } from '../complete.ts'
import { refuseUnverified } from '../unverified.ts'
import { exchangeBy, type SignIn } from './grant.ts'

type Body = { credential: Assertion }

/**
 * Signs somebody in by a passkey that has verified them, which proves both factors. Failures count by client address
 * only: a signature cannot be guessed, and others' failures must not make an owner wait.
 * @throws 401 `invalid_credentials`, the same whatever is wrong; 403 `email_unverified`, 404 where there are no
 * passkeys, 429
 */
export const signInByPasskey: SignIn<Body> = (deps, { credential }, client, kind = 'application') =>
  countedSignIn(deps, 'passkey', () => signInByAssertion(deps, credential, client, kind))

const signInByAssertion = async (
  deps: Deps,
  credential: Assertion,
  client: Client,
  kind: SessionKind,
): Promise<TokenRow> => {
  const limits = failuresByAddress(deps.config.failuresPerAddress, client)
  await takeAttempts(deps, limits)
  const proven = await checkAssertion(deps, credential, { purpose: 'sign-in' }, client)
  const { address } = client
  const refused = {
    type: 'sign_in.refused',
    outcome: 'refused',
    address,
    detail: { grant: 'passkey' },
  } as const
  if (!proven) {
    await recordEvent(deps.db, refused)
    throw invalidCredentials('passkey.wrong')
  }
  const { userId, epoch, isVerified, isKnownAddress } = proven.key
  if (deps.config.emailVerification === 'required' && !isVerified)
    return refuseUnverified(deps, userId, limits)
  const settle = (runner: Runner) =>
    Promise.all([spendAssertion(runner, proven), clearFactorFailures(runner, userId, client)])
  const sessionId = newId(deps.now())
  const signedIn = { userId, sessionId, epoch, methods: ['passkey'], kind, isKnownAddress }
  const complete = { ...signedIn, isComplete: true, attempts: { byAddress: limits }, settle }
  return reportingClone(deps, proven, client, () => completeFirstFactor(deps, complete, client))
}

export const passkeyGrant = {
  body: vine.create({ credential: assertionField() }),
  exchange: exchangeBy(signInByPasskey),
}
