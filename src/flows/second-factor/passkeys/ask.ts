import type { PasskeyRequest } from '#contract/wire.ts'
import { passkeyRequest } from '#credentials/passkeys/options.ts'
import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import type { Deps } from '#deps.ts'
import { invalidChallenge, notConfigured } from '#platform/errors.ts'
import { about } from '#platform/refusals/concerning.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { challenges } from '../../sign-in/second-step/challenge.ts'
import { findFactorWays } from '../../sign-in/second-step/factor-ways.ts'

/** What to ask a browser for that wants to sign in, before it has identified anybody. @throws 404 */
export const askToSignIn = (deps: Deps, seconds?: number): PasskeyRequest =>
  passkeyRequest(deps, { purpose: 'sign-in' }, seconds === undefined ? {} : { seconds })

/**
 * The same for a sign-in that waits for its second factor.
 * @throws 401 `invalid_challenge`, 400 `not_configured` if no passkey is one
 */
export const askForSecondStep = async (deps: Deps, challenge: string): Promise<PasskeyRequest> => {
  const ways = await findFactorWays(deps, challenge)
  const { userId } = challenges.read(challenge) ?? {}
  if (!ways?.isOpen) throw about(invalidChallenge(), userId)
  if (!ways.passkey) throw about(notConfigured(), userId)
  return ways.passkey
}

/**
 * The same for a signed-in user's new proof.
 * @param only the id of the one to ask for
 * @throws 400 `not_configured` without a passkey
 */
export const askForProof = async (
  deps: Deps,
  { userId, sessionId }: Bearer,
  only?: string,
): Promise<PasskeyRequest> => {
  const passkeys = await listPasskeys(deps.db, userId)
  const allowed = passkeys.filter((row) =>
    only === undefined ? row.signsIn || row.secondFactorSince : row.id === only,
  )
  if (allowed.length === 0) throw notConfigured()
  return passkeyRequest(deps, { purpose: 'proof', of: { userId, sessionId } }, { allowed })
}
