import { base64url, fromBase64url } from './base64url.ts'
import type { PasskeyCreation, PasskeyDescriptor, PasskeyRequest, PasskeySignals } from './wire.ts'

/** A browser's answer, as JSON: `PublicKeyCredential.toJSON()` (WebAuthn level 3, §5.1). Bytes are base64url. */
export type PasskeyCredential = {
  id: string
  rawId: string
  type: string
  authenticatorAttachment?: string | null | undefined
  clientExtensionResults: object
  response: { clientDataJSON?: string; transports?: string[] | undefined; [more: string]: unknown }
}

/** The part of the Web Authentication API that is used. */
type Browser = {
  PublicKeyCredential?: {
    isConditionalMediationAvailable?(): Promise<boolean>
    signalAllAcceptedCredentials?(signal: object): Promise<void>
    signalCurrentUserDetails?(signal: object): Promise<void>
  }
  navigator: {
    credentials: Record<'create' | 'get', (options: object) => Promise<Credential>>
  }
}

type Credential = Pick<PasskeyCredential, 'id' | 'type' | 'authenticatorAttachment'> & {
  response: Partial<Record<string, unknown>> & { getTransports?(): string[] }
  getClientExtensionResults(): object
}

const browser = globalThis as unknown as Browser

/** Whether this is a page, over HTTPS or on `localhost`, in a browser with passkeys. */
export const areSupported = (): boolean => browser.PublicKeyCredential !== undefined

/** Whether it offers them in the autofill of a field. */
export const areAutofilled = async (): Promise<boolean> =>
  (await browser.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false

export const create = async (
  { challenge, user, excludeCredentials, ...more }: PasskeyCreation['publicKey'],
  signal: AbortSignal,
): Promise<PasskeyCredential> => {
  const publicKey = {
    ...more,
    challenge: fromBase64url(challenge),
    user: { ...user, id: fromBase64url(user.id) },
    excludeCredentials: excludeCredentials.map(read),
  }
  return jsonOf(await browser.navigator.credentials.create({ publicKey, signal }))
}

export const get = async (
  { challenge, allowCredentials, ...more }: PasskeyRequest['publicKey'],
  mediation: string | undefined,
  signal: AbortSignal,
): Promise<PasskeyCredential> => {
  const publicKey = {
    ...more,
    challenge: fromBase64url(challenge),
    allowCredentials: allowCredentials.map(read),
  }
  return jsonOf(await browser.navigator.credentials.get({ publicKey, mediation, signal }))
}

/** Older browsers cannot be told, and nothing depends on it. */
export const tellBrowser = async ({
  allAcceptedCredentialIds,
  name,
  displayName,
  ...whose
}: PasskeySignals): Promise<void> => {
  const passkeys = browser.PublicKeyCredential
  await Promise.allSettled([
    passkeys?.signalAllAcceptedCredentials?.({ ...whose, allAcceptedCredentialIds }),
    passkeys?.signalCurrentUserDetails?.({ ...whose, name, displayName }),
  ])
}

// Both by hand. Older browsers lack `parseRequestOptionsFromJSON` and `toJSON`, and `toJSON` throws if a password
// manager's extension replaces the browser.
const read = ({ id, ...more }: PasskeyDescriptor) => ({ ...more, id: fromBase64url(id) })

const binary = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']

const jsonOf = (credential: Credential): PasskeyCredential => {
  const { id, type, authenticatorAttachment, response } = credential
  const bytes = binary.flatMap((name) => {
    // an empty user handle counts as none
    const value = new Uint8Array((response[name] ?? []) as ArrayBuffer)
    return value.length > 0 ? [[name, base64url(value)]] : []
  })
  return {
    id,
    rawId: id,
    type,
    authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: { ...Object.fromEntries(bytes), transports: response.getTransports?.() },
  }
}
