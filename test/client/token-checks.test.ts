import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import * as forExpress from '../../packages/client/src/express.ts'
import * as forFastify from '../../packages/client/src/fastify.ts'
import * as forHono from '../../packages/client/src/hono.ts'
import { Offline, Refused, refusalResponse } from '../../packages/client/src/server/index.ts'
import {
  newTokenChecker,
  serverPlatform,
  type TokenChecker,
  type TokenCheckerOptions,
} from '../../packages/client/src/server/tokens/checker.ts'
import { atEnd } from '../support/at-end.ts'
import { post, send } from '../support/http.ts'
import { type Person, refresh, register, signIn, type Tokens, tokensOf } from '../support/people.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { shiftRows } from '../support/time.ts'
import { timed } from '../support/timed.ts'
import { until } from '../support/until.ts'
import { startWire } from '../support/wire.ts'

const service = await startTestService({ REGISTRATIONS_PER_HOUR: '0' })
const second = await startSecond(service, { PORT: '0' })
const { key } = await newServiceKey(service)
const batch = 'POST /auth/introspect/batch'

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const signOut = async ({ accessToken }: Pick<Person, 'accessToken'>) => {
  const { status } = await post(service, '/auth/logout', undefined, { token: accessToken })
  assert.equal(status, 204)
}

/** A checker at the end of a line, with a clock that can be put forward. */
const startChecker = async (options: Partial<TokenCheckerOptions> = {}) => {
  const wire = await startWire(service)
  const time = { skippedMs: 0 }
  const told: Error[] = []
  const calls: Promise<Response>[] = []
  const platform = serverPlatform((address, init) => {
    const call = fetch(address, init)
    if (`${address}`.includes('/events')) calls.push(call)
    return call
  })
  const tokens = newTokenChecker(
    { url: wire.address, serviceKey: key, onProblem: (error) => void told.push(error), ...options },
    { ...platform, now: () => platform.now() + time.skippedMs },
  )
  atEnd(tokens.close)
  const check = (token: string) => tokens.check(withToken(token))
  const countAsked = () => wire.asked.filter((line) => line === batch).length
  return { wire, time, told, calls, tokens, check, countAsked }
}

type Started = Awaited<ReturnType<typeof startChecker>>

/** Whether a check is answered without asking. */
const isKept = async ({ check, countAsked }: Started, token: string): Promise<boolean> => {
  const before = countAsked()
  await check(token).catch(() => {})
  return countAsked() === before
}

/** A checker that follows the events, and keeps what is said of this token. */
const startKeeping = async (token: string, options: Partial<TokenCheckerOptions> = {}): Promise<Started> => {
  const started = await startChecker(options)
  await until(() => isKept(started, token))
  // the second one waits
  await until(() => started.calls.length > 1)
  return started
}

const codeOf = (error: unknown) => (error instanceof Refused ? error.code : String(error))
const isRefused = (check: (token: string) => Promise<unknown>, token: string): Promise<boolean> =>
  check(token).then(
    () => false,
    (error) => codeOf(error) === 'unauthorized',
  )
const refusedAs = (code: string) => (error: unknown) => {
  assert.equal(codeOf(error), code)
  return true
}

test('a checked request has its account, its session, and how the person signed in', async () => {
  const { key: reader } = await newServiceKey(service, { scopes: ['introspect', 'users:read'] })
  const person = await register(service)
  const { check } = await startChecker()
  const { authTime, expiresAt, sessionId, ...who } = await check(person.accessToken)
  assert.deepEqual(who, {
    userId: person.userId,
    methods: ['password'],
    amr: ['pwd'],
    token: person.accessToken,
  })
  assert.ok(Date.parse(authTime) <= Date.now() && Date.parse(expiresAt) > Date.now())
  assert.match(sessionId, /^[\da-f-]{36}$/)
  const { email, emailVerified } = await (await startChecker({ serviceKey: reader })).check(
    person.accessToken,
  )
  assert.deepEqual([email, emailVerified], [person.email, false])
})

test('anything but an access token is refused, as RFC 6750 says', async () => {
  const person = await register(service)
  const { tokens, check, countAsked } = await startChecker()
  const challengeOf = async (refusal: Promise<unknown>) => {
    const answer = refusalResponse(await refusal.catch((error) => error))
    assert.deepEqual([answer.status, Object(await answer.json()).code], [401, 'unauthorized'])
    return answer.headers.get('WWW-Authenticate')
  }
  assert.equal(await challengeOf(tokens.check({ headers: {} })), 'Bearer')
  assert.equal(await challengeOf(check('not one')), 'Bearer')
  const invalid = 'Bearer error="invalid_token"'
  assert.equal(await challengeOf(check('x'.repeat(8_193))), invalid)
  assert.equal(countAsked(), 0)
  for (const token of [person.refreshToken, 'x'.repeat(8_192), `${person.accessToken.slice(0, -1)}~`])
    assert.equal(await challengeOf(check(token)), invalid)
  assert.equal(countAsked(), 3)
})

test('strangers’ long tokens delay nobody else', async () => {
  const person = await register(service)
  const { check } = await startChecker()
  const strangers = ['a', 'b', 'c'].map((letter) => check(letter.repeat(8_000)))
  const [own, ...others] = await Promise.allSettled([check(person.accessToken), ...strangers])
  assert.equal(own.status, 'fulfilled')
  for (const other of others)
    assert.equal(other.status === 'rejected' && codeOf(other.reason), 'unauthorized')
})

test('a sign-out takes effect within two seconds, 200 times of 200', async (t) => {
  const people: Person[] = []
  for (let nth = 0; nth < 20; nth++)
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => register(service)))))
  const started = await startKeeping(people[0]!.accessToken)
  const { check, countAsked } = started
  await Promise.all(people.map(({ accessToken }) => check(accessToken)))
  const before = countAsked()
  await Promise.all(people.map(({ accessToken }) => check(accessToken)))
  assert.equal(countAsked(), before, 'all are kept')
  const tookMs: number[] = []
  const watch = async (person: Person) => {
    await signOut(person)
    tookMs.push(await timed(() => until(() => isRefused(check, person.accessToken))))
    await assert.rejects(check(person.accessToken), refusedAs('unauthorized'))
  }
  for (let nth = 0; nth < 200; nth += 10) await Promise.all(people.slice(nth, nth + 10).map(watch))
  assert.equal(tookMs.length, 200)
  t.diagnostic(`at most ${Math.round(Math.max(...tookMs))} ms`)
  assert.ok(Math.max(...tookMs) < 2_000, `${Math.max(...tookMs)} ms`)
})

/** What ends the session of a person, who has another one. */
const ways: Record<string, (person: Person, other: Tokens) => Promise<{ status: number }>> = {
  'ending it from another session': (_, { accessToken: token }) =>
    send(service, 'DELETE', '/users/me/sessions', { token }),
  'a new password': ({ password: currentPassword }, { accessToken: token }) => {
    const password = 'another password of the tests'
    const body = { currentPassword, password, passwordConfirmation: password }
    return send(service, 'PUT', '/users/me/password', { token, body })
  },
  'a refresh token that was stolen': async (person) => {
    let tokens: Tokens = person
    for (let nth = 0; nth < 2; nth++) tokens = tokensOf(await refresh(service, tokens.refreshToken))
    return refresh(service, person.refreshToken)
  },
  'closing the account': (person) =>
    send(service, 'DELETE', '/users/me', { token: person.accessToken, body: { password: person.password } }),
  'a sign-out at another process': (person) =>
    post(second, '/auth/logout', undefined, { token: person.accessToken }),
}

for (const [name, end] of Object.entries(ways))
  test(`${name} takes effect within two seconds`, async () => {
    const person = await register(service)
    const other = tokensOf(await signIn(service, person))
    const { check } = await startKeeping(person.accessToken)
    const { status } = await end(person, other)
    assert.ok(status < 300 || name.includes('stolen'), `${status}`)
    assert.ok((await timed(() => until(() => isRefused(check, person.accessToken)))) < 2_000)
  })

test('an answer is cached, and a negative one for five seconds', async () => {
  const person = await register(service)
  const started = await startKeeping(person.accessToken)
  assert.ok(await isKept(started, person.accessToken))
  assert.equal(await isKept(started, person.refreshToken), false)
  assert.ok(await isKept(started, person.refreshToken))
  started.time.skippedMs += 5_000
  assert.equal(await isKept(started, person.refreshToken), false)
  assert.ok(await isKept(started, person.accessToken))
})

test('nothing is cached beyond the end of the token', async () => {
  const person = await register(service)
  await shiftRows(service, 890)
  const started = await startKeeping(person.accessToken)
  started.time.skippedMs += 10_000
  assert.equal(await isKept(started, person.accessToken), false)
})

test('look-ups of one turn share a call of at most a hundred tokens, and join a pending one', async () => {
  const person = await register(service)
  const others = Array.from({ length: 149 }, (_, nth) => `other-${nth}`)
  const { wire, check, countAsked } = await startKeeping(person.accessToken)
  let before = countAsked()
  await Promise.allSettled([...others, ...others, person.accessToken].map(check))
  assert.equal(countAsked() - before, 2)
  before = countAsked()
  const held = Promise.withResolvers<void>()
  wire.holds = (line) => (line === batch ? held.promise : undefined)
  const first = check('slow').catch(codeOf)
  await until(() => countAsked() > before)
  const second = check('slow').catch(codeOf)
  await sleep(20)
  held.resolve()
  assert.deepEqual([await first, await second], ['unauthorized', 'unauthorized'])
  assert.equal(countAsked() - before, 1)
})

test('a sign-out that arrives before the answer overrides it', async () => {
  const [person, other] = [await register(service), await register(service)]
  const { wire, calls, check, countAsked } = await startKeeping(other.accessToken)
  const held = Promise.withResolvers<void>()
  wire.holds = (line) => (line === batch ? held.promise : undefined)
  const before = countAsked()
  const checks = [check(person.accessToken)]
  await until(() => countAsked() > before)
  // the service has said yes
  await sleep(50)
  const heard = calls.length
  await signOut(person)
  // the next call follows the one that told it
  await until(() => calls.length > heard)
  checks.push(check(person.accessToken))
  held.resolve()
  for (const one of checks) await assert.rejects(one, refusedAs('unauthorized'))
  assert.equal(countAsked() - before, 2)
})

test('while the events are silent, every check asks; once they are back, caching resumes', async () => {
  const person = await register(service)
  const started = await startKeeping(person.accessToken)
  const held = Promise.withResolvers<void>()
  started.wire.holds = (line) => (line.startsWith('GET /events') ? held.promise : undefined)
  started.time.skippedMs += 20_000
  for (const _ of [1, 2]) assert.equal(await isKept(started, person.accessToken), false)
  await signOut(person)
  await assert.rejects(started.check(person.accessToken), refusedAs('unauthorized'))
  held.resolve()
  await until(() => isKept(started, person.accessToken))
})

test('when the event stream breaks, the next check asks', async () => {
  const [person, other] = [await register(service), await register(service)]
  const started = await startKeeping(person.accessToken)
  await started.check(other.accessToken)
  started.wire.loses = (line) => line.startsWith('GET /events')
  const isBroken = assert.rejects(started.calls.at(-1)!)
  await signOut(other)
  await isBroken
  await sleep(1)
  await assert.rejects(started.check(other.accessToken), refusedAs('unauthorized'))
  assert.equal(await isKept(started, person.accessToken), false)
  started.wire.loses = () => false
  await until(() => isKept(started, person.accessToken))
})

test('while the service is unreachable, cached answers count for 20 seconds, and nothing else', async () => {
  const [person, other] = [await register(service), await register(service)]
  const { wire, time, check, calls } = await startKeeping(person.accessToken)
  wire.loses = () => true
  // makes the call under way end
  const ends = await register(service)
  await signOut(ends)
  await assert.rejects(calls.at(-1)!)
  await assert.rejects(check(other.accessToken), Offline)
  assert.equal((await check(person.accessToken)).userId, person.userId)
  time.skippedMs += 20_000
  await assert.rejects(check(person.accessToken), Offline)
})

test('a wrong service key is no fault of the token: nothing can be decided, and it is reported once', async () => {
  const person = await register(service)
  const { key: limited } = await newServiceKey(service, { scopes: ['events:read'] })
  for (const [serviceKey, code] of [
    [`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'unauthorized'],
    [limited, 'insufficient_scope'],
  ] as const) {
    const { check, told } = await startChecker({ serviceKey })
    for (const _ of [1, 2]) {
      const error = await check(person.accessToken).catch((error) => error)
      assert.ok(error instanceof Offline)
      assert.equal(codeOf(error.cause), code)
      assert.equal(refusalResponse(error).status, 503)
    }
    const named = told.filter(({ message }) => message.startsWith('Tokens cannot be checked.'))
    assert.deepEqual(
      named.map(({ cause }) => codeOf(cause)),
      [code],
    )
  }
})

test('without the scope for events every check asks, and reports why once', async () => {
  const person = await register(service)
  const { key: introspecting } = await newServiceKey(service, { scopes: ['introspect'] })
  const started = await startChecker({ serviceKey: introspecting })
  await started.check(person.accessToken)
  await until(() => started.told.length > 0)
  for (const _ of [1, 2]) assert.equal(await isKept(started, person.accessToken), false)
  assert.match(
    started.told.map(({ message }) => message).join(),
    /^Tokens are looked up each time.*insufficient_scope/,
  )
  assert.equal(started.told.length, 1)
})

test('a sign-in that is too old is refused as RFC 9470 says, until the person proves their identity again', async () => {
  const person = await register(service)
  await shiftRows(service, 400)
  const started = await startKeeping(person.accessToken)
  const { tokens, countAsked } = started
  const request = withToken(person.accessToken)
  const error = await tokens.check(request, { maxAgeSeconds: 300 }).catch((error) => error)
  const answer = refusalResponse(error)
  assert.deepEqual(
    [answer.status, Object(await answer.json()).code, answer.headers.get('WWW-Authenticate')],
    [
      401,
      'insufficient_user_authentication',
      'Bearer error="insufficient_user_authentication", max_age="300"',
    ],
  )
  const proof = { method: 'password', password: person.password }
  await tokens.check(request)
  const { status } = await post(service, '/auth/proof', proof, { token: person.accessToken })
  assert.equal(status, 204)
  await tokens.check(request, { maxAgeSeconds: 300 })
  const before = countAsked()
  await tokens.check(request, { maxAgeSeconds: 300 })
  assert.equal(countAsked(), before)
})

test('with caching off, every check asks, and no events are followed', async () => {
  const person = await register(service)
  const started = await startChecker({ cacheSeconds: 0 })
  for (const _ of [1, 2]) assert.equal(await isKept(started, person.accessToken), false)
  assert.deepEqual(started.wire.asked, [batch, batch])
})

test('closing ends the call for events at once; from then on every check asks', async () => {
  const person = await register(service)
  const started = await startKeeping(person.accessToken)
  started.tokens.close()
  await assert.rejects(started.calls.at(-1)!, { name: 'AbortError' })
  for (const _ of [1, 2]) assert.equal(await isKept(started, person.accessToken), false)
})

type Given = TokenChecker | TokenCheckerOptions
type Api = (path: string, token?: string) => Promise<Response>

/** Frameworks, each with an API that says whose token came, and one path for those who signed in just now. */
const apis: Record<string, (given: Given) => Promise<Api>> = {
  Express: async (given) => {
    const app = express().use(forExpress.requireBearer(given))
    app.use('/fresh', forExpress.requireBearer(given, { maxAgeSeconds: 300 }))
    app.use((request, response) => void response.json(request.bearer))
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(() => server.close())
    const { port } = server.address() as AddressInfo
    return (path, token) => fetch(`http://127.0.0.1:${port}${path}`, token ? withToken(token) : {})
  },
  Fastify: async (given) => {
    const app = Fastify().register(forFastify.requireBearer(given))
    app.get('/', async (request) => request.bearer)
    app.register(async (inner) => {
      inner.register(forFastify.requireBearer(given, { maxAgeSeconds: 300 }))
      inner.get('/fresh', async (request) => request.bearer)
    })
    const address = await app.listen()
    atEnd(() => app.close())
    return (path, token) => fetch(address + path, token ? withToken(token) : {})
  },
  Hono: async (given) => {
    const app = new Hono()
      .use(forHono.requireBearer(given))
      .use('/fresh', forHono.requireBearer(given, { maxAgeSeconds: 300 }))
      .get('*', (c) => c.json(c.get('bearer')))
    return async (path, token) => app.request(path, token ? withToken(token) : {})
  },
}

for (const [name, start] of Object.entries(apis)) {
  test(`${name} admits live tokens until they are signed out`, async () => {
    const person = await register(service)
    await shiftRows(service, 400)
    const started = await startKeeping(person.accessToken)
    const call = await start(started.tokens)
    const before = started.countAsked()
    const answer = await call('/', person.accessToken)
    assert.deepEqual([answer.status, await answer.json()], [200, await started.check(person.accessToken)])
    assert.equal(started.countAsked(), before)
    const refusals = async (path: string, token?: string) => {
      const { status, headers } = await call(path, token)
      return [status, headers.get('WWW-Authenticate')]
    }
    assert.deepEqual(await refusals('/'), [401, 'Bearer'])
    assert.deepEqual(await refusals('/fresh', person.accessToken), [
      401,
      'Bearer error="insufficient_user_authentication", max_age="300"',
    ])
    await signOut(person)
    await until(async () => (await call('/', person.accessToken)).status === 401)
    assert.deepEqual(await refusals('/', person.accessToken), [401, 'Bearer error="invalid_token"'])
  })

  test(`${name} answers 503 while nothing can be decided`, async () => {
    const call = await start({ url: 'http://127.0.0.1:1', serviceKey: key })
    const { status, headers } = await call('/', 'a-token')
    assert.deepEqual([status, headers.get('Retry-After')], [503, '5'])
  })
}

test('Fastify closes a checker that it created, and no other', async () => {
  const person = await register(service)
  const { tokens, calls } = await startKeeping(person.accessToken)
  const own: AbortSignal[] = []
  const recorded: typeof fetch = (address, init) => {
    if (init?.signal && `${address}`.includes('/events')) own.push(init.signal)
    return fetch(address, init)
  }
  const app = Fastify()
  app.register(forFastify.requireBearer({ url: service.address, serviceKey: key, fetch: recorded }))
  app.register(async (inner) => void inner.register(forFastify.requireBearer(tokens)))
  app.get('/', async () => 'there')
  await app.inject({ url: '/', ...withToken(person.accessToken) })
  await until(() => own.length > 1)
  await app.close()
  assert.ok(own.at(-1)?.aborted)
  const open = await Promise.race([calls.at(-1)?.catch(() => 'aborted'), sleep(50, 'open')])
  assert.equal(open, 'open')
})
