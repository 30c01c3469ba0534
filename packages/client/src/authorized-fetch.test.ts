import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from './client.ts'
import { memoryStorage } from './store.ts'

const url = 'http://service.invalid'

const token = (name: string, lifeMs: number) => ({
  token: name,
  lastUsedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + lifeMs).toISOString(),
})

const pairOf = (name: string, lifeMs = 900_000) => ({
  accessToken: token(name, lifeMs),
  refreshToken: token(`${name} again`, lifeMs),
})

/** Somebody whose token the service takes no longer. */
const start = async (lifeMs?: number) => {
  const storage = memoryStorage()
  await storage.setItem('sallyport', JSON.stringify({ id: 'alice', pair: pairOf('old', lifeMs) }))
  const sent: string[] = []
  const fetch = async (target: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(target, init)
    const body = await request.text()
    if (request.url === `${url}/auth/token`) return Response.json(pairOf('new'))
    const authorization = request.headers.get('Authorization')
    sent.push(`${request.method} ${authorization} ${body}`.trim())
    return authorization === 'Bearer new'
      ? new Response('done')
      : Response.json({ code: 'unauthorized', message: '' }, { status: 401 })
  }
  return { sallyport: createClient({ url, storage, fetch }), sent }
}

/** As in Firefox. */
const withoutBody = async (work: () => Promise<void>) => {
  const body = Object.getOwnPropertyDescriptor(Request.prototype, 'body')!
  Reflect.deleteProperty(Request.prototype, 'body')
  await work().finally(() => Object.defineProperty(Request.prototype, 'body', body))
}

const post = () => new Request(`${url}/orders`, { method: 'POST', body: 'one' })

const ways = { with: (work: () => Promise<void>) => work(), without: withoutBody }

for (const [way, place] of Object.entries(ways)) {
  test(`a request that has a body is sent once, ${way} a property for it`, () =>
    place(async () => {
      const { sallyport, sent } = await start()
      assert.equal((await sallyport.fetch(post())).status, 401)
      assert.deepEqual(sent, ['POST Bearer old one'])
    }))

  test(`a request that has a body is refreshed beforehand, ${way} a property for it`, () =>
    place(async () => {
      const { sallyport, sent } = await start(0)
      assert.equal(await (await sallyport.fetch(post())).text(), 'done')
      assert.deepEqual(sent, ['POST Bearer new one'])
    }))

  test(`a request without a body is repeated, ${way} a property for it`, () =>
    place(async () => {
      const { sallyport, sent } = await start()
      assert.equal(await (await sallyport.fetch(new Request(`${url}/orders`))).text(), 'done')
      assert.equal(await (await sallyport.fetch('/orders', { method: 'POST', body: 'two' })).text(), 'done')
      assert.deepEqual(sent, ['GET Bearer old', 'GET Bearer new', 'POST Bearer new two'])
    }))
}
