import { type Call, path } from '../call.ts'
import { createPasskey, getPasskey, type PasskeyOptions } from '../ceremony.ts'
import { areSupported, type PasskeyCredential, tellBrowser } from '../webauthn.ts'
import type {
  AddedPasskey,
  ChangedPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignals,
} from '../wire.ts'
import type { FactorCode } from './two-factor.ts'

/** A passkey's answer, accepted in place of a code. */
export type PasskeyProof = { method: 'passkey'; credential: PasskeyCredential }

/** The passkeys and security keys of the account, twenty at most. */
export const passkeysArea = (call: Call) => ({
  /** Whether passkeys are available here. On a server they are not. */
  areSupported,
  /**
   * Tells the browser which passkeys are left and whose they are, where it can be told, so that it offers none that was
   * removed, and shows the present address. For after a sign-in, a removal or a change of the address.
   */
  signal: async () => tellBrowser(await call<PasskeySignals>('GET', '/users/me/passkeys/signals')),
  list: () => call<Passkey[]>('GET', '/users/me/passkeys'),
  /**
   * Lets the person create one.
   *
   * @param wish `asSecondFactor` for one that is asked for after a password. The first one turns two-factor on, and
   * returns the backup codes, which are shown only once. With `proof`, a code or another passkey's, once there is a
   * second factor.
   * @throws {DOMException} `NotAllowedError` when the person cancelled, `InvalidStateError` when this device has one
   * already
   * @throws {Refused} `reauthentication_required`: renew the proof of identity, and try again. `factor_required`: try
   * again with a `proof`. `too_many_passkeys`, `passkey_refused`.
   */
  add: async ({
    name,
    asSecondFactor,
    proof,
    ...options
  }: {
    name?: string
    asSecondFactor?: boolean
    proof?: FactorCode | PasskeyProof
  } & PasskeyOptions = {}): Promise<AddedPasskey> => {
    const ask = () => call<PasskeyCreation>('POST', '/users/me/passkeys', { asSecondFactor, ...proof })
    return call('PUT', '/users/me/passkeys', { credential: await createPasskey(ask, options), name })
  },
  rename: (passkeyId: string, name: string) =>
    call<Passkey>('PATCH', path`/users/me/passkeys/${passkeyId}`, { name }),
  /**
   * Whether it is asked for after a password. The first one returns the backup codes, which are shown only once, and is
   * proven by `proof({ passkeyId })` in the same call; any other requires any second factor, and so does ending the
   * last.
   *
   * @throws {Refused} `factor_required` without one
   */
  setAsSecondFactor: (passkeyId: string, asSecondFactor: boolean, proof?: FactorCode | PasskeyProof) =>
    call<ChangedPasskey>('PATCH', path`/users/me/passkeys/${passkeyId}`, { asSecondFactor, ...proof }),
  /**
   * The last way in cannot be removed: `last_way_in`. Removing the last second factor turns two-factor off, and
   * requires a `proof`: `factor_required`.
   */
  remove: (passkeyId: string, proof?: FactorCode | PasskeyProof) =>
    call('DELETE', path`/users/me/passkeys/${passkeyId}`, proof),
  /**
   * Asks for one, as a proof for `account.prove`, or for a call that requires a second factor. Valid for one of them.
   *
   * @param options `passkeyId` for only that one
   * @throws {DOMException} `NotAllowedError` when the person cancelled
   * @throws {Refused} `not_configured` without a passkey
   */
  proof: async ({
    passkeyId,
    ...options
  }: { passkeyId?: string } & PasskeyOptions = {}): Promise<PasskeyProof> => {
    const ask = () =>
      call<PasskeyRequest>('POST', '/auth/passkeys/challenge', { purpose: 'proof', passkeyId })
    return { method: 'passkey', credential: await getPasskey(ask, options) }
  },
})
