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

const headStartMs = 30_000

let underWay: AbortController | undefined

/** A sign-in by another way ends the request. */
export const stopAsking = (): void => underWay?.abort()

/** A browser asks for one passkey at a time. The one that waits in an autofill, say for hours, gives way to the next. */
const begin = (signal: AbortSignal | undefined): AbortSignal => {
  if (!areSupported()) throw new DOMException('There are no passkeys here.', 'NotSupportedError')
  signal?.throwIfAborted()
  stopAsking()
  const own = new AbortController()
  underWay = own
  signal?.addEventListener('abort', () => own.abort(signal.reason))
  return own.signal
}

/**
 * Asks the person for a passkey that they have. For a page whose own server talks to the service.
 *
 * @param ask gets a request from the service, and is called again before that one expires
 * @throws {DOMException} `NotAllowedError` when the person cancelled or has none, `AbortError` when something else was
 *   asked for meanwhile, `NotSupportedError` where there are no passkeys, `SecurityError` on a page of another site
 */
export const getPasskey = async (
  ask: () => Promise<Pick<PasskeyRequest, 'publicKey'>>,
  options: PasskeySignInOptions = {},
): Promise<PasskeyCredential> => {
  const { mediation, signal } = options
  const own = begin(signal)
  if (mediation && !(await areAutofilled()))
    throw new DOMException('Passkeys are not offered in fields here.', 'NotSupportedError')
  const { publicKey } = await ask()
  let again: Promise<PasskeyCredential> | undefined
  const askAgain = () => {
    again = getPasskey(ask, options)
  }
  const timer = mediation && setTimeout(askAgain, publicKey.timeout - headStartMs)
  try {
    return await get(publicKey, mediation, own)
  } catch (error) {
    if (again) return again
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Has the person make a passkey.
 *
 * @throws {DOMException} as {@link getPasskey}, and `InvalidStateError` when this device has one already
 */
export const createPasskey = async (
  ask: () => Promise<Pick<PasskeyCreation, 'publicKey'>>,
  { signal }: PasskeyOptions = {},
): Promise<PasskeyCredential> => {
  const own = begin(signal)
  const { publicKey } = await ask()
  return create(publicKey, own)
}
