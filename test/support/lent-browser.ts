import type { PasskeyCreation, PasskeyRequest } from '../../contract/wire.ts'
import { newPasskey } from '../../src/test-mode/authenticator.ts'

type Bytes<Options> = Omit<Options, 'challenge' | 'user'> & {
  challenge: Uint8Array
  user: { id: Uint8Array; name: string; displayName: string }
}

/** Lends Node the part of a browser that makes passkeys and asks for them, with one in software. */
export const lendBrowser = (origin: string): void => {
  const passkey = newPasskey({ origin })
  const credentials = {
    create: async (asked: { publicKey: Bytes<PasskeyCreation['publicKey']> }) =>
      credentialOf(passkey.create({ publicKey: textsIn(asked.publicKey) })),
    get: async (asked: { publicKey: Bytes<PasskeyRequest['publicKey']> }) =>
      credentialOf(passkey.get({ publicKey: textsIn(asked.publicKey) })),
  }
  Object.assign(globalThis, { PublicKeyCredential: class {} })
  Object.defineProperty(globalThis.navigator, 'credentials', { value: credentials })
}

const textsIn = <Options>({ challenge, user, ...more }: Bytes<Options>) => ({
  ...more,
  challenge: Buffer.from(challenge).toString('base64url'),
  user: { ...user, id: Buffer.from(user?.id ?? []).toString('base64url') },
})

type Json = { clientExtensionResults: object; response: Record<string, unknown> }

const credentialOf = (json: object) => {
  const { clientExtensionResults, response, ...more } = json as Json
  const parts = Object.entries(response).map(([name, value]) => [
    name,
    typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64url')).buffer : value,
  ])
  return {
    ...more,
    getClientExtensionResults: () => clientExtensionResults,
    response: { ...Object.fromEntries(parts), getTransports: () => response.transports },
  }
}
