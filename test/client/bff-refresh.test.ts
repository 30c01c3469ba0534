import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import express from 'express'
import * as forExpress from '../../packages/client/src/express.ts'
import { createBff } from '../../packages/client/src/server/index.ts'
import { atEnd } from '../support/at-end.ts'
import { newEmail } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startWire } from '../support/wire.ts'

const origin = 'https://shop.example.com'
const key = 'a key that has more than thirty-two characters'
const password = 'a password of the tests'
// the service's own patience must not hide what the BFF forgets
const service = await startTestService({ REFRESH_RETRY_SECONDS: '0' })

/** Somebody who is signed in, and an upstream at `/api` that looks at no token. */
const startBff = async () => {
  const [wire, sent] = [await startWire(service), [] as (string | undefined)[]]
  const api = await serve((request, response) => {
    sent.push(request.headers.authorization)
    response.end()
  })
  const bff = createBff({ url: wire.address, key, origin, upstreams: { '/own': wire.address, '/api': api } })
  const visit = bff.visit({ headers: new Headers() })
  await visit.sallyport.register({ email: newEmail(), password })
  const ask = async (cookie: string, path: string, method = 'GET', body?: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const request = new Request(origin + path, { method, headers, ...(body && { body }) })
    const answer = await bff.handle(request)
    assert.ok(answer)
    const setCookie = cookieOf(answer.headers.get('set-cookie'))
    return { status: answer.status, setCookie, cookie: setCookie ?? cookie }
  }
  return { wire, bff, ask, sent, cookie: cookieOf(visit.setCookies[0]) ?? '' }
}

const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  atEnd(async () => void server.close().closeAllConnections())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const cookieOf = (setCookie: string | null | undefined) => setCookie?.split(';')[0]

/** Goes by so much time that every access token is too old. */
const goStale = () => shiftRows(service, 960)

const isToken = (line: string) => line === 'POST /auth/token'

test('a read-only visit exchanges nothing, and reports that the cookie needs a refresh', async () => {
  const { bff, ask, cookie, wire } = await startBff()
  const readOnly = () => bff.visit({ headers: { cookie }, readOnly: true })
  const fresh = readOnly()
  await fresh.sallyport.account.get()
  assert.equal(fresh.needsRefresh, false)
  await goStale()
  const stale = readOnly()
  await assert.rejects(stale.sallyport.account.get(), { code: 'needs_refresh' })
  assert.deepEqual(
    [stale.needsRefresh, stale.setCookies, await stale.sallyport.isSignedIn()],
    [true, [], true],
  )
  assert.equal(wire.asked.filter(isToken).length, 0)
  // the answer with the new cookie was lost: this process knows the pair all the same
  assert.equal((await ask(cookie, '/me')).status, 200)
  await readOnly().sallyport.account.get()
})

test('a visit that refreshed but whose cookies are not sent is warned of once', async (t) => {
  const { bff, ask, cookie } = await startBff()
  await goStale()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const warn = t.mock.method(console, 'warn', () => {})
  const told = () => warn.mock.calls.map(({ arguments: [line] }) => `${line}`)
  const { cookie: newer } = await ask(cookie, '/me')
  t.mock.timers.tick(60_000)
  assert.deepEqual(told(), [])
  for (const _ of [1, 2]) {
    t.mock.timers.reset()
    await goStale()
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await bff.visit({ headers: { cookie: newer } }).sallyport.account.get()
    t.mock.timers.tick(60_000)
  }
  assert.equal(told().length, 1)
  assert.match(told()[0] ?? '', /`setCookies` were not sent/)
})

/** Holds back the answer to the nth of these. @returns when it was asked for, and what lets it go */
const hold = (wire: Awaited<ReturnType<typeof startWire>>, held: string, nth: number) => {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  wire.holds = (line) => {
    if (line !== held || ++count !== nth) return undefined
    asked.resolve()
    return released.promise
  }
  return { asked: asked.promise, release: released.resolve }
}

const thefts = async () =>
  (await many(service.deps.db, sql`select from events where type = 'session.reuse_detected'`)).length

test('during a slow answer, the old cookie leads to the new one, and the late answer does no harm', async () => {
  const { wire, ask, cookie } = await startBff()
  await goStale()
  const { asked, release } = hold(wire, 'GET /users/me/sessions', 2)
  const slow = ask(cookie, '/own/users/me/sessions')
  await asked
  const second = await ask(cookie, '/me')
  assert.equal(second.status, 200)
  assert.ok(second.setCookie)
  await goStale()
  const third = await ask(second.cookie, '/me')
  assert.equal(third.status, 200)
  assert.notEqual(third.cookie, second.cookie)
  release()
  const late = await slow
  assert.equal(late.status, 200)
  for (const older of [late.cookie, second.cookie, cookie]) {
    const answer = await ask(older, '/me')
    assert.deepEqual([answer.status, (await ask(answer.cookie, '/me')).setCookie], [200, undefined])
  }
  assert.deepEqual([wire.asked.filter(isToken).length, await thefts()], [2, 0])
})

test('a browser that lost the answer of a refresh continues with the old cookie', async () => {
  const { wire, bff, cookie } = await startBff()
  const address = await serve(express().use(forExpress.bff(bff)))
  await goStale()
  const { asked, release } = hold(wire, 'GET /users/me', 2)
  const leaving = new AbortController()
  const lost = fetch(`${address}/me`, { headers: { cookie }, signal: leaving.signal })
  await asked
  leaving.abort()
  await assert.rejects(lost)
  release()
  const answer = await fetch(`${address}/me`, { headers: { cookie } })
  assert.deepEqual([answer.status, await thefts()], [200, 0])
  const renewed = cookieOf(answer.headers.get('set-cookie')) ?? ''
  assert.equal((await fetch(`${address}/me`, { headers: { cookie: renewed } })).status, 200)
})

test('fifty requests with one stale cookie share one refresh', async () => {
  const { wire, ask, cookie } = await startBff()
  await goStale()
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(cookie, '/me')))
  assert.ok(answers.every(({ status, setCookie }) => status === 200 && setCookie))
  assert.deepEqual([wire.asked.filter(isToken).length, await thefts()], [1, 0])
})

test('with an old cookie, a stream is sent with the current token', async () => {
  const { ask, cookie } = await startBff()
  await goStale()
  await ask(cookie, '/me')
  assert.equal((await ask(cookie, '/own/users/me/email/verification', 'POST', '{}')).status, 202)
})

test('a sign-out with the old cookie ends the session, and is no theft', async () => {
  const { ask, cookie } = await startBff()
  await goStale()
  const { cookie: newer } = await ask(cookie, '/me')
  assert.equal((await ask(cookie, '/logout', 'POST')).status, 204)
  assert.equal((await ask(newer, '/me')).status, 401)
  assert.equal(await thefts(), 0)
})

test('after a sign-out, an old cookie restores no tokens', async () => {
  const { ask, sent, cookie } = await startBff()
  await goStale()
  const { cookie: newer } = await ask(cookie, '/me')
  assert.ok((await ask(cookie, '/api/orders')).setCookie)
  await ask(newer, '/logout', 'POST')
  assert.equal((await ask(cookie, '/api/orders')).setCookie, undefined)
  assert.notEqual(sent[1], sent[0])
})
