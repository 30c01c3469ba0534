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
  const [form = ''] = new RegExp(`<form [^>]*data-passkey="${kind}"[^>]*>`).exec(text) ?? []
  return { publicKey: toldIn(form, 'options'), expiresAt: '' }
}

/** What a page tells its script, as JSON. @throws unless it does */
export const toldIn = (text: string, name: 'options' | 'by-itself' | 'signals') => {
  const [, told] = new RegExp(`data-${name}="([^"]*)"`).exec(text) ?? []
  assert.ok(told, text)
  return JSON.parse(told.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)))
}
