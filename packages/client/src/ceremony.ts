import { following } from './following.ts'
import { offer } from './offer.ts'
import { areAutofilled, areSupported, create, get, type PasskeyCredential } from './webauthn.ts'
import type { PasskeyCreation, PasskeyRequest } from './wire.ts'

/** For everything that asks a person for a passkey. */
export type PasskeyOptions = {
  /** Stops asking, with an `AbortError` or the reason that you give. */
  signal?: AbortSignal
}

/** For a sign-in. */
export type PasskeySignInOptions = PasskeyOptions & {
  /**
   * Waits until somebody picks a passkey in the autofill of a field that has `autocomplete="username webauthn"`. Start it
   * when the page has loaded, without waiting for it.
   */
  mediation?: 'conditional'
}

let underWay: AbortController | undefined

/** Another kind of sign-in ends the request. */
export const stopAsking = (): void => underWay?.abort()

/** A browser asks for one passkey at a time. A pending autofill, perhaps for hours, gives way to the next request. */
const alone = async <Result>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  if (!areSupported()) throw new DOMException('There are no passkeys here.', 'NotSupportedError')
  signal?.throwIfAborted()
  stopAsking()
  const own = following(signal)
  underWay = own
  return work(own.signal).finally(() => own.abort())
}

/**
 * Asks the person for a passkey that they have. For a page whose own server talks to the service.
 *
 * @param ask gets a request from the service. In an autofill it is called again before that expires, and after a while
 * if it throws anything but a permanent refusal.
 * @throws {DOMException} `NotAllowedError` when the person cancelled or has none, `AbortError` when something else was
 * asked for meanwhile, `NotSupportedError` where there are no passkeys, `SecurityError` on a page of another site
 */
export const getPasskey = (
  ask: () => Promise<Pick<PasskeyRequest, 'publicKey'>>,
  { mediation, signal }: PasskeySignInOptions = {},
): Promise<PasskeyCredential> =>
  alone(signal, async (own) => {
    if (!mediation) return get((await ask()).publicKey, mediation, own)
    if (!(await areAutofilled()))
      throw new DOMException('Passkeys are not offered in fields here.', 'NotSupportedError')
    return offer(ask, own)
  })

/**
 * Lets the person create a passkey.
 *
 * @throws {DOMException} as {@link getPasskey}, and `InvalidStateError` when this device has one already
 */
export const createPasskey = (
  ask: () => Promise<Pick<PasskeyCreation, 'publicKey'>>,
  { signal }: PasskeyOptions = {},
): Promise<PasskeyCredential> => alone(signal, async (own) => create((await ask()).publicKey, own))
