import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import type { Client } from '../../packages/client/src/client.ts'
import * as forExpress from '../../packages/client/src/express.ts'
import * as forFastify from '../../packages/client/src/fastify.ts'
import * as forHono from '../../packages/client/src/hono.ts'
import { createBff } from '../../packages/client/src/server/index.ts'
import { newSeal } from '../../packages/client/src/server/seal.ts'
import { atEnd } from '../support/at-end.ts'
import { forgetExchanges } from '../support/forget-exchanges.ts'
import { newEmail, register } from '../support/people.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'
import { startWire } from '../support/wire.ts'

const origin = 'https://shop.example.com'
const key = 'a key that has more than thirty-two characters'
const password = 'a password of the tests'
const ofPair = '__Host-session'
const ofUnderWay = '__Host-session-under-way'
// the service's own patience must not hide which pair a browser has
const service = await startTestService({ REFRESH_RETRY_SECONDS: '0' })
const wire = await startWire(service)

/** A process of the application: what another one remembers, it does not know. */
const newBff = () => {
  forgetExchanges()
  return createBff({ url: wire.address, key, origin, upstreams: { '/own': wire.address } })
}
type Bff = ReturnType<typeof newBff>

/** A browser's cookies, by name. */
type Jar = Map<string, string>

const headerOf = (jar: Jar) => [...jar].map((cookie) => cookie.join('=')).join('; ')

const take = (jar: Jar, setCookies: readonly string[]) => {
  for (const line of setCookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value) jar.set(name, value)
    else jar.delete(name)
  }
}

const ask = async (jar: Jar, path: string, bff = newBff()): Promise<Response> => {
  const answer = await bff.handle(new Request(origin + path, { headers: { cookie: headerOf(jar) } }))
  assert.ok(answer, path)
  take(jar, answer.headers.getSetCookie())
  return answer
}

/** Acts as a route of the application does. */
const visit = async <Result>(jar: Jar, act: (visited: ReturnType<Bff['visit']>) => Promise<Result>) => {
  const visited = newBff().visit({ headers: { cookie: headerOf(jar) } })
  const result = await act(visited)
  take(jar, visited.setCookies)
  return result
}

const newPerson = () => register(service, { email: newEmail(), password })

const signedIn = async (): Promise<Jar> => {
  const [jar, person] = [new Map(), await newPerson()]
  await visit(jar, ({ sallyport }) => sallyport.signIn(person))
  return jar
}

/** Goes by so much time that every access token is too old. */
const goStale = () => shiftRows(service, 960)

/** Holds back the next answer to this. @returns when it was asked for, and what lets it go */
const hold = (held: string) => {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  wire.holds = (line) => {
    if (line !== held) return undefined
    wire.holds = () => undefined
    asked.resolve()
    return released.promise
  }
  return { asked: asked.promise, release: released.resolve }
}

/** Refreshes in a request whose answer comes after all that is done meanwhile. */
const duringSlowRefresh = async <Result>(jar: Jar, meanwhile: () => Promise<Result>): Promise<Result> => {
  await goStale()
  const { asked, release } = hold('POST /auth/token')
  const slow = ask(jar, '/own/users/me')
  await asked
  const result = await meanwhile()
  const before = jar.get(ofPair)
  release()
  assert.equal((await slow).status, 200)
  assert.notEqual(jar.get(ofPair), before)
  return result
}

/** Leaves for the service's page. @returns the path by which the browser comes back from a person who said no */
const leave = async (jar: Jar) => {
  const { headers } = await ask(jar, '/login')
  const state = new URL(headers.get('location') ?? '').searchParams.get('state')
  return { path: `/callback?error=access_denied&state=${state}`, headers }
}

/** That the redirect was remembered. */
const failed = '/?error=redirect_failed'

test('a redirect that begins while a slow request refreshes is not forgotten', async () => {
  const jar = await signedIn()
  const { path } = await duringSlowRefresh(jar, () => leave(jar))
  assert.equal((await ask(jar, path)).headers.get('location'), failed)
  assert.equal((await ask(jar, '/me')).status, 200)
})

test('a step of a sign-in that begins while a slow request refreshes is not forgotten', async () => {
  const [jar, guarded] = [await signedIn(), await registerGuarded(service)]
  await duringSlowRefresh(jar, () => visit(jar, ({ sallyport }) => sallyport.signIn(guarded)))
  await visit(jar, async ({ sallyport }) => assert.equal((await sallyport.resume())?.state, 'two_factor'))
})

test('redirects that two tabs begin at the same moment are both remembered', async () => {
  const jar: Jar = new Map()
  const tabs = await Promise.all([leave(jar), leave(jar)])
  for (const { path } of tabs) assert.equal((await ask(jar, path)).headers.get('location'), failed)
  assert.deepEqual([...jar], [])
})

test('a redirect that begins while another ends is not forgotten', async () => {
  const jar: Jar = new Map()
  const first = await leave(jar)
  const [ended, { path }] = [await ask(new Map(jar), first.path), await leave(jar)]
  take(jar, ended.headers.getSetCookie())
  assert.equal((await ask(jar, path)).headers.get('location'), failed)
})

test('of abandoned redirects, the three newest are remembered', async () => {
  const jar: Jar = new Map()
  const paths: string[] = []
  for (let tab = 0; tab < 5; tab += 1) paths.push((await leave(jar)).path)
  assert.equal(jar.size, 3)
  const ends: (string | null | undefined)[] = []
  for (const path of paths) ends.push((await ask(new Map(jar), path)).headers.get('location'))
  const startsOver = `${wire.address}/account/sign-in`
  assert.deepEqual(
    ends.map((end) => end?.split('?redirect_uri')[0]),
    [startsOver, startsOver, failed, failed, failed],
  )
})

test('a redirect that began with an old cookie restores no old pair', async () => {
  const jar = await signedIn()
  await goStale()
  const { path, headers } = await leave(new Map(jar))
  assert.equal((await ask(jar, '/me')).status, 200)
  take(jar, headers.getSetCookie())
  assert.equal((await ask(jar, '/me')).status, 200)
  assert.equal((await ask(jar, path)).headers.get('location'), failed)
})

test('a redirect that ends with an old cookie restores no old pair', async () => {
  const jar = await signedIn()
  const { path } = await leave(jar)
  await goStale()
  const ended = await ask(new Map(jar), path)
  assert.equal(ended.headers.get('location'), failed)
  assert.equal((await ask(jar, '/me')).status, 200)
  take(jar, ended.headers.getSetCookie())
  assert.equal((await ask(jar, '/me')).status, 200)
})

test('a pending redirect has a cookie for a day, which is deleted when it ends', async () => {
  const jar: Jar = new Map()
  const { path, headers } = await leave(jar)
  const [set, ...others] = headers.getSetCookie()
  assert.match(
    set ?? '',
    /^__Host-session-under-way-[\w-]{8}=[\w-]{200,1000}; Max-Age=86400; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  )
  assert.deepEqual(others, [])
  const [name] = set?.split('=') ?? []
  assert.deepEqual((await ask(jar, path)).headers.getSetCookie(), [
    `${name}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`,
  ])
})

test('completing a step sets one cookie, and deletes the other', async () => {
  const [jar, guarded] = [new Map<string, string>(), await registerGuarded(service)]
  await visit(jar, ({ sallyport }) => sallyport.signIn(guarded))
  assert.deepEqual([...jar.keys()], [ofUnderWay])
  await visit(jar, async ({ sallyport }) => {
    const step = await sallyport.resume()
    assert.ok(step?.state === 'two_factor')
    return step.answer({ method: 'totp', code: guarded.code() })
  })
  assert.deepEqual([...jar.keys()], [ofPair])
  assert.equal((await ask(jar, '/me')).status, 200)
})

test('neither cookie can replace the other', async () => {
  const step = { code: 'two_factor_required', challenge: 'a challenge', methods: ['totp'] }
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const pending = JSON.stringify([['sallyport.step', JSON.stringify({ ...step, expiresAt })]])
  const resumedWith = (jar: Jar) => visit(jar, ({ sallyport }) => sallyport.resume())
  for (const [purpose, state] of [
    [ofUnderWay, 'two_factor'],
    [ofPair, undefined],
  ] as const) {
    const jar = new Map([[ofUnderWay, await newSeal([key], purpose).seal(pending)]])
    assert.equal((await resumedWith(jar))?.state, state)
  }
  const pair = await openPair(await signedIn())
  for (const [purpose, status] of [
    [ofPair, 200],
    [ofUnderWay, 401],
  ] as const) {
    const jar = new Map([[ofPair, await newSeal([key], purpose).seal(pair)]])
    assert.equal((await ask(jar, '/me')).status, status)
  }
})

const openPair = async (jar: Jar) => (await newSeal([key], ofPair).open(jar.get(ofPair) ?? '')) ?? ''

test('a cookie of an earlier version, which held everything, still signs in, and sign-out deletes it', async () => {
  const jar = await signedIn()
  const everything = [...JSON.parse(await openPair(jar)), ['sallyport.redirect', '[]']]
  jar.set(ofPair, await newSeal([key], ofPair).seal(JSON.stringify(everything)))
  assert.equal((await ask(jar, '/me')).status, 200)
  await visit(jar, ({ sallyport }) => sallyport.signOut())
  assert.deepEqual([...jar], [])
})

test('behind Express, Fastify and Hono, an answer can set both', async () => {
  const own = newBff()
  const finish = async (sallyport: Client | null, code: string) => {
    const step = await sallyport?.resume()
    assert.ok(step?.state === 'two_factor')
    return (await step.answer({ method: 'totp', code })).state
  }
  const web = express().use(forExpress.bff(own))
  web.post('/code/:code', async ({ sallyport, params }, response) => {
    response.json(await finish(sallyport, params.code))
  })
  const fast = Fastify().register(forFastify.bff(own))
  fast.post<{ Params: { code: string } }>('/code/:code', async ({ sallyport, params }) =>
    JSON.stringify(await finish(sallyport, params.code)),
  )
  const hono = new Hono().use(forHono.bff(own))
  hono.post('/code/:code', async (c) => c.json(await finish(c.get('sallyport'), c.req.param('code'))))
  const server = web.listen(0, '127.0.0.1')
  atEnd(async () => void server.close().closeAllConnections())
  atEnd(() => fast.close())
  await once(server, 'listening')
  const overExpress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const overFastify = await fast.listen()
  const ways: ((path: string, init: RequestInit) => Promise<Response>)[] = [
    async (path, init) => fetch(overExpress + path, init),
    async (path, init) => fetch(overFastify + path, init),
    async (path, init) => hono.request(path, init),
  ]
  for (const send of ways) {
    const [jar, guarded] = [new Map<string, string>(), await registerGuarded(service)]
    await visit(jar, ({ sallyport }) => sallyport.signIn(guarded))
    const headers = { origin, cookie: headerOf(jar) }
    const answer = await send(`/code/${guarded.code()}`, { method: 'POST', headers })
    assert.equal(await answer.json(), 'signed_in')
    take(jar, answer.headers.getSetCookie())
    assert.deepEqual([...jar.keys()], [ofPair])
  }
})
