import { type Call, path } from '../call.ts'
import { createPasskey, getPasskey, type PasskeyOptions } from '../ceremony.ts'
import { areSupported, type PasskeyCredential } from '../webauthn.ts'
import type { AddedPasskey, ChangedPasskey, Passkey, PasskeyCreation, PasskeyRequest } from '../wire.ts'

/** A passkey's answer, where a code would do as well. */
export type PasskeyProof = { method: 'passkey'; credential: PasskeyCredential }

/** The passkeys and security keys of the account, twenty at most. */
export const passkeysArea = (call: Call) => ({
  /** Whether this page can ask for passkeys. On a server it cannot. */
  areSupported,
  list: () => call<Passkey[]>('GET', '/users/me/passkeys'),
  /**
   * Has the person make one.
   *
   * @param wish `asSecondFactor` for one that is asked for after a password. The first one turns two-factor on, and brings
   *   the backup codes, which are shown this once.
   * @throws {DOMException} `NotAllowedError` when the person cancelled, `InvalidStateError` when this device has one already
   * @throws {Refused} `reauthentication_required`: prove who it is, and try again. `too_many_passkeys`, `passkey_refused`.
   */
  add: async ({
    name,
    asSecondFactor,
    ...options
  }: { name?: string; asSecondFactor?: boolean } & PasskeyOptions = {}): Promise<AddedPasskey> => {
    const ask = () => call<PasskeyCreation>('POST', '/users/me/passkeys', { asSecondFactor })
    return call('PUT', '/users/me/passkeys', { credential: await createPasskey(ask, options), name })
  },
  rename: (passkeyId: string, name: string) =>
    call<Passkey>('PATCH', path`/users/me/passkeys/${passkeyId}`, { name }),
  /** Whether it is asked for after a password. The first one brings the backup codes, which are shown this once. */
  setAsSecondFactor: (passkeyId: string, asSecondFactor: boolean) =>
    call<ChangedPasskey>('PATCH', path`/users/me/passkeys/${passkeyId}`, { asSecondFactor }),
  /** The last way in cannot go: `last_way_in`. The last second factor takes two-factor with it. */
  remove: (passkeyId: string) => call('DELETE', path`/users/me/passkeys/${passkeyId}`),
  /**
   * Asks for one, as a proof for `account.prove`, `twoFactor.disable` or `twoFactor.renewBackupCodes`. Good for one of them.
   *
   * @throws {DOMException} `NotAllowedError` when the person cancelled
   * @throws {Refused} `not_configured` without a passkey
   */
  proof: async (options?: PasskeyOptions): Promise<PasskeyProof> => {
    const ask = () => call<PasskeyRequest>('POST', '/auth/passkeys/challenge', { purpose: 'proof' })
    return { method: 'passkey', credential: await getPasskey(ask, options) }
  },
})
