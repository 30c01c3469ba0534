import assert from 'node:assert/strict'
import type { PasskeyCreation, PasskeyRequest } from '../../contract/wire.ts'
import type { Environment } from '../../src/config/config.ts'
import { appUrl } from './federation.ts'
import { freePort } from './free-port.ts'
import { startTestService, type TestService } from './service.ts'

/** A service whose pages a browser can open and have passkeys on: an IP address is no name for a relying party. */
export const startPasskeyPages = async (more: Environment = {}): Promise<TestService> => {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const service = await startTestService({
    PORT: String(port),
    PUBLIC_URL: address,
    OAUTH_REDIRECT_URIS: `${appUrl},http://127.0.0.1:0/callback`,
    ...more,
  })
  return { ...service, address }
}

/** A page's passkey request. @throws unless it has a form of that kind */
export const askedOn = (
  { text }: { text: string },
  kind: 'get' | 'create' = 'get',
): PasskeyRequest & PasskeyCreation => {
  const [, options] = new RegExp(`data-passkey="${kind}" data-options="([^"]*)"`).exec(text) ?? []
  assert.ok(options, text)
  const plain = options.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  return { publicKey: JSON.parse(plain), expiresAt: '' }
}
