import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, memoryStorage } from '../../packages/client/src/index.ts'

const whole = globalThis.crypto
const timeout = AbortSignal.timeout

/** A place with so much of `crypto`, and without `AbortSignal.timeout`. */
const within = async (crypto: object | undefined, work: () => Promise<void>) => {
  const put = (value: unknown) => Object.defineProperty(globalThis, 'crypto', { value, configurable: true })
  put(crypto)
  Object.assign(AbortSignal, { timeout: undefined })
  try {
    await work()
  } finally {
    put(whole)
    Object.assign(AbortSignal, { timeout })
  }
}

const getRandomValues = whole.getRandomValues.bind(whole)

const open = () => {
  const asked: string[] = []
  const token = {
    token: 'a token',
    lastUsedAt: new Date().toISOString(),
    expiresAt: new Date().toISOString(),
  }
  const storage = memoryStorage()
  const client = createClient({
    url: 'http://shop.test',
    storage,
    fetch: async (target) => {
      asked.push(`${target}`)
      return Response.json(
        `${target}`.endsWith('/auth/token')
          ? { accessToken: token, refreshToken: token }
          : { id: 'ada', email: 'ada@example.com' },
      )
    },
  })
  return { client, asked, storage }
}

const redirectUri = 'http://shop.test/signed-in'

for (const [place, crypto] of Object.entries({
  'plain http': { getRandomValues },
  'no crypto at all': undefined,
}))
  test(`signing in by a password works with ${place}, and a redirect reports what is missing`, () =>
    within(crypto, async () => {
      const { client, asked, storage } = open()
      const step = await client.signIn({ email: 'ada@example.com', password: 'a password' })
      assert.deepEqual([step.state, await client.isSignedIn()], ['signed_in', true])
      const sent = asked.length
      await assert.rejects(client.startRedirect({ redirectUri }), {
        name: 'Refused',
        code: 'unsupported',
        message: /crypto\.(subtle|getRandomValues) is missing/,
      })
      assert.equal(asked.length, sent)
      assert.equal(await storage.getItem('sallyport.redirect'), undefined)
    }))
