import type { PasskeySignals } from '#contract/wire.ts'
import type { Deps } from '../../deps.ts'
import { uuidBytes } from '../../platform/crypto/id.ts'
import type { PasskeyRow } from './queries/passkeys.ts'
import { needRelyingParty } from './relying-party.ts'

type Account = { userId: string; email: string; passkeys: readonly Pick<PasskeyRow, 'credentialId'>[] }

/**
 * What browsers are told of an account, so that they offer no passkey that was removed, and show the present address
 * (WebAuthn level 3, §5.1.10). Never that a single one is unknown, which would say whose passkeys exist.
 * @throws 404 where there are no passkeys
 */
export const signalsOf = (
  deps: Pick<Deps, 'config'>,
  { userId, email, passkeys }: Account,
): PasskeySignals => ({
  rpId: needRelyingParty(deps).id,
  userId: uuidBytes(userId).toString('base64url'),
  allAcceptedCredentialIds: passkeys.map(({ credentialId }) =>
    Buffer.from(credentialId).toString('base64url'),
  ),
  name: email,
  displayName: email,
})
