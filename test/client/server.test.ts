import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import * as forExpress from '../../packages/client/src/express.ts'
import * as forFastify from '../../packages/client/src/fastify.ts'
import * as forHono from '../../packages/client/src/hono.ts'
import {
  createAuthenticator,
  createBff,
  Offline,
  withSession,
} from '../../packages/client/src/server/index.ts'
import { atEnd } from '../support/at-end.ts'
import { newBrowser } from '../support/browser.ts'
import { appUrl, browserOf, startFederated } from '../support/federation.ts'
import { forgetExchanges } from '../support/forget-exchanges.ts'
import { newEmail, register } from '../support/people.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startWire } from '../support/wire.ts'

const origin = 'https://shop.example.com'
const password = 'a password of the tests'
const key = 'a key that has more than thirty-two characters'
const service = await startFederated(
  { acme: {} },
  { OAUTH_REDIRECT_URIS: `${origin}/callback,${appUrl}`, TRUSTED_PROXIES: '127.0.0.1' },
)
const wire = await startWire(service)
const away = { url: 'http://127.0.0.1:1' }

const listening = async (server: Server) => {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(async () => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serve = (listener: RequestListener) => listening(createServer(listener))

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** Frameworks, each with an API that says whose token came. */
const apis: Record<string, (url: string) => Promise<(token?: string) => Promise<Response>>> = {
  'a fetch handler': async (url) => {
    const handler = withSession({ url }, (_request, { account }) => Response.json({ id: account.id }))
    return (token) => handler(new Request('http://api.invalid/', token ? bearer(token) : {}))
  },
  Express: async (url) => {
    const app = express().use(forExpress.requireAccount({ url }))
    app.get('/', (request, response) => void response.json({ id: request.account?.id }))
    const address = await serve(app)
    return (token) => fetch(address, token ? bearer(token) : {})
  },
  Fastify: async (url) => {
    const app = Fastify().register(forFastify.requireAccount({ url }))
    app.get('/', async (request) => ({ id: request.account?.id }))
    const address = await app.listen()
    atEnd(() => app.close())
    return (token) => fetch(address, token ? bearer(token) : {})
  },
  Hono: async (url) => {
    const app = new Hono()
      .use(forHono.requireAccount({ url }))
      .get('/', (c) => c.json({ id: c.get('account').id }))
    return async (token) => app.request('/', token ? bearer(token) : {})
  },
}

for (const [name, start] of Object.entries(apis)) {
  test(`${name} admits live tokens, and answers others as RFC 6750 says`, async () => {
    const call = await start(service.address)
    const person = await register(service)
    const answer = await call(person.accessToken)
    assert.deepEqual([answer.status, await answer.json()], [200, { id: person.userId }])
    for (const [token, challenge] of [
      [undefined, 'Bearer'],
      ['not one', 'Bearer'],
      [person.refreshToken, 'Bearer error="invalid_token"'],
    ] as const) {
      const refused = await call(token)
      assert.deepEqual([refused.status, refused.headers.get('WWW-Authenticate')], [401, challenge])
      assert.equal(Object(await refused.json()).code, 'unauthorized')
    }
    const closed = await (await start(away.url))(person.accessToken)
    assert.deepEqual([closed.status, closed.headers.get('Retry-After')], [503, '5'])
  })
}

test('a check that cannot be decided never admits a request', async () => {
  const authenticate = createAuthenticator(away)
  await assert.rejects(authenticate(bearer('sp_at_x')), Offline)
  const failing = createAuthenticator({
    url: 'http://x.invalid',
    fetch: async () => new Response('', { status: 500 }),
  })
  await assert.rejects(failing(bearer('sp_at_x')), Offline)
})

/** An upstream that tells what it was sent. */
const upstream = await serve(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  response.setHeader('Set-Cookie', 'theirs=1')
  response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }))
})

const newBff = (keys: string | string[] = key) => {
  forgetExchanges()
  return createBff({
    url: wire.address,
    issuer: service.address,
    key: keys,
    origin,
    upstreams: { '/api': `${upstream}/v1/`, '/own': wire.address },
  })
}

type Jar = { cookie: string }

const keep = (jar: Jar, setCookie: string | null | undefined) => {
  if (setCookie) jar.cookie = setCookie.split(';')[0] ?? ''
}

const ask = async (jar: Jar, path: string, init: RequestInit = {}, bff = newBff()): Promise<Response> => {
  const headers = { cookie: jar.cookie, 'sec-fetch-site': 'same-origin', ...Object(init.headers) }
  const answer = await bff.handle(new Request(origin + path, { ...init, headers }), '203.0.113.7')
  assert.ok(answer, path)
  keep(jar, answer.headers.get('set-cookie'))
  return answer
}

const signedIn = async (bff = newBff()): Promise<Jar & { email: string }> => {
  const jar = { cookie: '', email: newEmail() }
  const visit = bff.visit({ headers: new Headers() })
  await visit.sallyport.register({ email: jar.email, password })
  keep(jar, visit.setCookies[0])
  return jar
}

test('the cookie holds the pair sealed, and changing it signs out', async () => {
  const jar = await signedIn()
  assert.match(jar.cookie, /^__Host-session=[\w-]{500,2000}$/)
  assert.equal(Object(await (await ask(jar, '/me')).json()).email, jar.email)
  const [middle] = [Math.floor(jar.cookie.length / 2)]
  const letter = jar.cookie[middle] === 'A' ? 'B' : 'A'
  for (const cookie of [
    jar.cookie.slice(0, middle) + letter + jar.cookie.slice(middle + 1),
    jar.cookie.slice(0, -4),
    '__Host-session=',
    '__Host-session=%00',
    jar.cookie.replace('__Host-session', 'session'),
  ])
    assert.equal((await ask({ cookie }, '/me')).status, 401, cookie.slice(0, 40))
  const other = createBff({ url: wire.address, key, origin, cookie: '__Host-other' })
  const moved = { cookie: jar.cookie.replace('__Host-session', '__Host-other') }
  assert.equal((await ask(moved, '/me', {}, other)).status, 401, 'sealed for another name')
})

test('keys are rotated by prepending a new one', async () => {
  const jar = await signedIn()
  const next = `${key} of next year`
  assert.equal((await ask(jar, '/me', {}, newBff([next, key]))).status, 200)
  assert.equal((await ask(jar, '/me', {}, newBff(next))).status, 401)
  await shiftRows(service, 960)
  assert.equal((await ask(jar, '/me', {}, newBff([next, key]))).status, 200)
  assert.equal((await ask(jar, '/me', {}, newBff(next))).status, 200, 'sealed anew with the refresh')
  assert.throws(() => newBff('short'), /32 characters/)
})

test('twenty requests with one stale cookie all succeed, and every returned cookie works', async () => {
  const jar = await signedIn()
  await shiftRows(service, 960)
  const jars = Array.from({ length: 20 }, () => ({ ...jar }))
  const answers = await Promise.all(jars.map((own) => ask(own, '/me')))
  assert.ok(answers.every(({ status }) => status === 200))
  for (const own of jars) assert.equal((await ask(own, '/me')).status, 200)
  const thefts = sql`select from events where type = 'session.reuse_detected'`
  assert.equal((await many(service.deps.db, thefts)).length, 0)
})

test('a changing request is refused from another site, or without an origin', async () => {
  const jar = await signedIn()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none', origin },
  ])
    assert.equal((await ask(jar, '/logout', { method: 'POST', headers })).status, 403)
  const bare = (headers: Record<string, string>) =>
    newBff().handle(
      new Request(`${origin}/logout`, { method: 'POST', headers: { cookie: jar.cookie, ...headers } }),
    )
  assert.equal((await bare({}))?.status, 403)
  assert.equal((await bare({ origin: 'https://evil.example' }))?.status, 403)
  assert.equal((await bare({ origin: 'null' }))?.status, 403)
  assert.equal(
    (await ask(jar, '/api/orders', { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } })).status,
    403,
  )
  assert.equal((await ask(jar, '/me')).status, 200)
  assert.equal((await bare({ origin }))?.status, 204)
  assert.equal((await ask(jar, '/me')).status, 401, 'the session is over, whoever kept the cookie')
})

test('signing out empties the cookie', async () => {
  const jar = await signedIn()
  const answer = await ask(jar, '/logout', { method: 'POST' })
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^__Host-session=; Max-Age=0; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  )
})

test('an upstream gets the token, but neither the cookie nor a token sent by the browser', async () => {
  const jar = await signedIn()
  const headers = {
    authorization: 'Bearer mine',
    'x-own': '1',
    'content-type': 'text/plain',
    connection: 'x-hop',
    'x-hop': '1',
  }
  const answer = await ask(jar, '/api/orders?n=1', { method: 'POST', body: 'ten', headers })
  assert.equal(answer.headers.get('set-cookie'), null)
  const seen = Object(await answer.json())
  assert.deepEqual([seen.method, seen.url, seen.body], ['POST', '/v1/orders?n=1', 'ten'])
  assert.match(seen.headers.authorization, /^Bearer sp_at_/)
  assert.deepEqual(
    [seen.headers.cookie, seen.headers['x-own'], seen.headers['x-hop']],
    [undefined, '1', undefined],
  )
  assert.equal(await newBff().handle(new Request(`${origin}/apiary`)), undefined)
  const outside = await ask(jar, '/api/../../etc')
    .then(({ status }) => status)
    .catch(() => 'not ours')
  assert.equal(outside, 'not ours')
})

test('an odd Connection header does not stop a request or its answer', async () => {
  const odd = createServer((_, response) => response.setHeader('connection', 'a b').end())
  const bff = createBff({ url: wire.address, key, origin, upstreams: { '/api': await listening(odd) } })
  for (const connection of ['a b', '"x"', ',,'])
    assert.equal((await bff.handle(new Request(`${origin}/api/x`, { headers: { connection } })))?.status, 200)
})

test('a method that fetch cannot send is refused', async () => {
  const headers = new Headers({ 'sec-fetch-site': 'same-origin' })
  for (const method of ['TRACE', 'CONNECT']) {
    const bff = newBff()
    const trace = { method, url: `${origin}/api/x`, headers, body: null }
    assert.equal((await bff.answer(trace, bff.visit({ headers })))?.status, 501)
  }
})

test('with a stale token, a request without a body is repeated, and a stream is sent once', async () => {
  const jar = await signedIn()
  await shiftRows(service, 960)
  wire.asked.length = 0
  const get = await ask(jar, '/own/users/me')
  assert.equal(get.status, 200)
  assert.deepEqual(wire.asked, ['GET /users/me', 'POST /auth/token', 'GET /users/me'])
  await shiftRows(service, 960)
  wire.asked.length = 0
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  assert.equal((await ask(jar, '/own/users/me/email/verification', init)).status, 401)
  assert.deepEqual(wire.asked, ['POST /users/me/email/verification'])
})

test('a sign-in with a provider returns to a page of the application', async () => {
  const { acme } = service.providers
  acme.people.set('ada', { email: newEmail(), email_verified: true })
  const jar = { cookie: '' }
  const start = await ask(jar, '/login?provider=acme')
  assert.equal(start.status, 303)
  const leaving = start.headers.get('location')?.replace(wire.address, service.address) ?? ''
  const landing = await browserOf('ada', acme).open(leaving, origin)
  const other = await ask({ cookie: '' }, landing.url.pathname + landing.url.search)
  assert.equal(other.headers.get('location'), '/?error=redirect_mismatch', 'in another browser')
  const forged = `/callback?code=${landing.url.searchParams.get('code')}&state=forged`
  assert.equal((await ask({ ...jar }, forged)).headers.get('location'), '/?error=redirect_mismatch')
  const back = await ask(jar, landing.url.pathname + landing.url.search)
  assert.deepEqual([back.status, back.headers.get('location')], [303, '/'])
  assert.equal((await ask(jar, '/me')).status, 200)
  const again = await ask(jar, landing.url.pathname + landing.url.search)
  assert.equal(again.headers.get('location'), '/?error=redirect_mismatch')
})

test('without a provider, a sign-in goes to the page of the service', async () => {
  const person = await register(service)
  const jar = { cookie: '' }
  const start = await ask(jar, '/login')
  const leaving = start.headers.get('location')?.replace(wire.address, service.address) ?? ''
  const browser = newBrowser()
  const page = await browser.open(leaving)
  assert.equal(page.url.pathname, '/account/sign-in')
  const { email } = person
  const landing = await browser.submit(page, { email, password: person.password }, origin)
  assert.equal(landing.url.searchParams.get('iss'), service.address)
  const forged = new URL(landing.url)
  forged.searchParams.set('iss', 'https://evil.example')
  const refused = await ask(jar, forged.pathname + forged.search)
  assert.equal(refused.headers.get('location'), '/?error=redirect_mismatch')
  const back = await ask(jar, landing.url.pathname + landing.url.search)
  assert.deepEqual([back.status, back.headers.get('location')], [303, '/'])
  assert.equal(Object(await (await ask(jar, '/me')).json()).email, email)
})

test('the service sees the person’s address, browser and language, if it trusts the server', async () => {
  const bff = newBff()
  const headers = { 'user-agent': 'A browser/1', 'accept-language': 'de-CH, fr;q=0.5' }
  const visit = bff.visit({ headers, address: '198.51.100.77' })
  await visit.sallyport.register({ email: newEmail(), password })
  const [session] = await visit.sallyport.sessions.list()
  assert.deepEqual([session?.ip, session?.userAgent], ['198.51.100.77', 'A browser/1'])
  assert.equal((await visit.sallyport.account.get()).language, 'de')
})

test('sessions in a cookie work behind Express, Fastify and Hono', async () => {
  const own = newBff()
  const person = { email: newEmail(), password }
  await register(service, person)
  const path = '/sign-in'
  const web = express().use(forExpress.bff(own))
  web.post(
    path,
    async ({ sallyport }, response) => void response.json((await sallyport.signIn(person)).state),
  )
  const fast = Fastify().register(forFastify.bff(own))
  fast.post(path, async ({ sallyport }) => JSON.stringify((await sallyport?.signIn(person))?.state))
  atEnd(() => fast.close())
  const hono = new Hono().use(forHono.bff(own))
  hono.post(path, async (c) => c.json((await c.get('sallyport').signIn(person)).state))
  const [overExpress, overFastify] = [await serve(web), await fast.listen()]
  const ways: ((path: string, init: RequestInit) => Promise<Response>)[] = [
    async (to, init) => fetch(overExpress + to, init),
    async (to, init) => fetch(overFastify + to, init),
    async (to, init) => hono.request(to, init),
  ]
  for (const send of ways) {
    const jar: Jar = { cookie: '' }
    const post = (to: string, headers = {}, body = '') =>
      send(to, { method: 'POST', headers: { origin, cookie: jar.cookie, ...headers }, ...(body && { body }) })
    assert.equal((await post(path, { origin: 'https://evil.example' })).status, 403)
    const answer = await post(path)
    assert.equal(await answer.json(), 'signed_in')
    keep(jar, answer.headers.get('set-cookie'))
    const me = await send('/me', { headers: { cookie: jar.cookie } })
    assert.equal(Object(await me.json()).email, person.email)
    const proxied = await post('/api/orders', { 'content-type': 'text/plain' }, 'ten')
    assert.equal(Object(await proxied.json()).body, 'ten')
    const out = await post('/logout')
    assert.match(out.headers.get('set-cookie') ?? '', /Max-Age=0/)
  }
})

test('behind Express, a dying upstream ends only that answer, and a browser that leaves ends the upstream', async () => {
  const upstream = createServer((request, response) => {
    response.writeHead(200, { 'content-length': 10_000_000 }).write('half')
    if (request.url === '/dies') setTimeout(() => response.destroy(), 20)
    else response.once('close', left.resolve)
  })
  const left = Promise.withResolvers<void>()
  const upstreams = { '/api': await listening(upstream) }
  const web = express().use(forExpress.bff(createBff({ url: wire.address, key, origin, upstreams })))
  const address = await serve(web)
  await assert.rejects(fetch(`${address}/api/dies`).then((answer) => answer.text()))
  const abort = new AbortController()
  const waits = await fetch(`${address}/api/waits`, { signal: abort.signal })
  assert.equal(waits.status, 200)
  abort.abort()
  await left.promise
})

test('a path that begins with two slashes names no host, and is the application’s own', async () => {
  const web = express().use(forExpress.bff(newBff()))
  web.use((request, response) => void response.json(request.originalUrl))
  const { port } = new URL(await serve(web))
  for (const path of ['//', '//evil.example/me', '//[']) {
    const answer = await new Promise<IncomingMessage>((resolve) => get({ port, path }, resolve))
    assert.deepEqual([answer.statusCode, await json(answer)], [200, path])
  }
})
