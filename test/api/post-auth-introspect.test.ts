import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import type { ActiveToken } from '../../contract/wire.ts'
import { deriveToken } from '../../src/platform/crypto/token.ts'
import { at, forged } from '../support/forged.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge, challengeFor, registerGuarded } from '../support/second-factor.ts'
import { isPostgres, startSecond, startTestService } from '../support/service.ts'
import { assertKeyRefused, newServiceKey, type ServiceKey } from '../support/service-keys.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startTestService()
const second = await startSecond(service)
const key = await newServiceKey(service)
const dead = '{"active":false}'

const introspect = (token: string, { key: secret }: ServiceKey = key, where = service): Promise<Answer> =>
  post(where, '/auth/introspect', { token }, { token: secret })
const introspectAll = (tokens: unknown, { key: secret }: ServiceKey = key): Promise<Answer> =>
  post(service, '/auth/introspect/batch', { tokens }, { token: secret })
const sessionOf = async ({ accessToken }: Person) =>
  (await get(service, '/users/me/sessions', accessToken)).body.find(
    ({ current }: { current: boolean }) => current,
  )
const seconds = (text: string) => Math.floor(Date.parse(text) / 1_000)

test('a service learns whose token it got, its times, and how the person signed in', async () => {
  const person = await register(service)
  const answer = await signIn(service, person)
  const { accessToken } = answer.body
  const session = await sessionOf({ ...person, accessToken: accessToken.token })
  const { status, body, headers } = await introspect(accessToken.token)
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(body, {
    active: true,
    sub: person.userId,
    sid: session.id,
    token_type: 'Bearer',
    client_id: 'sallyport',
    iat: seconds(accessToken.lastUsedAt),
    exp: seconds(accessToken.expiresAt),
    auth_time: seconds(session.createdAt),
    amr: ['pwd'],
    methods: ['password'],
  })
})

test('addresses are only for keys that may see people', async () => {
  const person = await register(service)
  const reader = await newServiceKey(service, { scopes: ['introspect', 'users:read'] })
  const { email, email_verified } = (await introspect(person.accessToken, reader)).body
  assert.deepEqual({ email, email_verified }, { email: person.email, email_verified: false })
  const confirmed = await register(service)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${confirmed.userId}`)
  const tokens = [person.accessToken, confirmed.accessToken]
  for (const key of [reader, undefined]) {
    const single = await Promise.all(tokens.map(async (token) => (await introspect(token, key)).body))
    const { body } = await introspectAll([...tokens, 'none'], key)
    assert.deepEqual(body.results, [...single, { active: false }])
    assert.deepEqual(
      single.map(({ email_verified }) => email_verified),
      key ? [false, true] : [undefined, undefined],
    )
  }
})

test('second factors and fresh proofs are reported', async () => {
  const guarded = await registerGuarded(service)
  const challenge = await challengeFor(service, guarded)
  const { accessToken } = tokensOf(await answerChallenge(service, challenge, guarded.code()))
  await shiftRows(service, 100)
  const before = (await introspect(accessToken)).body as ActiveToken
  assert.deepEqual(before.amr, ['pwd', 'otp', 'mfa'])
  assert.deepEqual(before.methods, ['password', 'totp'])
  service.clock.nowMs += 30_000
  const proof = { method: 'totp', code: guarded.code() }
  assert.equal((await post(service, '/auth/proof', proof, { token: accessToken })).status, 204)
  const after = (await introspect(accessToken)).body as ActiveToken
  assert.ok(after.auth_time >= before.auth_time + 100)
})

test('a password alone makes no proof of two factors fresh', async () => {
  const guarded = await registerGuarded(service)
  const { accessToken } = tokensOf(
    await answerChallenge(service, await challengeFor(service, guarded), guarded.code()),
  )
  const plain = await register(service)
  await shiftRows(service, 100)
  const provenBy = async ({ password }: Person, token: string) => {
    const before = (await introspect(token)).body as ActiveToken
    const proof = { method: 'password', password }
    assert.equal((await post(service, '/auth/proof', proof, { token })).status, 204)
    return ((await introspect(token)).body as ActiveToken).auth_time - before.auth_time
  }
  assert.equal(await provenBy(guarded, accessToken), 0)
  assert.ok((await provenBy(plain, plain.accessToken)) >= 100)
  // a session of the version before knows only when anything was proven
  await many(service.deps.db, sql`update sessions set fully_proven_at = null`)
  await shiftRows(service, 100)
  assert.equal(await provenBy(guarded, accessToken), 0)
})

test('a token replaced by a refresh is reported to end with its grace period', async () => {
  const person = await register(service)
  const fresh = tokensOf(await refresh(service, person.refreshToken))
  const [old, present] = [
    (await introspect(person.accessToken)).body,
    (await introspect(fresh.accessToken)).body,
  ]
  assert.equal(old.sid, present.sid)
  assert.equal('iat' in old, false)
  assert.ok(old.exp < present.exp)
  const { body } = await introspectAll([person.accessToken, fresh.accessToken])
  assert.deepEqual(body.results, [old, present])
  await shiftRows(service, 60)
  assert.equal((await introspect(person.accessToken)).text, dead)
  assert.equal((await introspect(fresh.accessToken)).body.active, true)
})

test('every dead token gets an identical answer, byte for byte', async () => {
  const live = await register(service)
  const [out, disabled, deleted, expired] = await Promise.all(
    Array.from({ length: 4 }, () => register(service)),
  )
  await post(service, '/auth/logout', undefined, { token: out!.accessToken })
  const { db, keys } = service.deps
  await db.run(sql`update users set disabled_at = now() where id = ${disabled!.userId}`)
  await db.run(sql`delete from users where id = ${deleted!.userId}`)
  await db.run(
    sql`update sessions set access_ends_at = now() - interval '1 millisecond' where user_id = ${expired!.userId}`,
  )
  const [page] = await db.run<{ userId: string; sessionId: string; seed: Uint8Array }>(sql`
    update sessions
    set kind = 'page'
    where user_id = ${(await register(service)).userId}
    returning user_id as "userId", id as "sessionId", seed`)
  const ofPage = { ...page!, generation: 0 }
  const tokens = [
    out!.accessToken,
    disabled!.accessToken,
    deleted!.accessToken,
    expired!.accessToken,
    live.refreshToken,
    deriveToken(keys[0], { ...ofPage, kind: 'page' }, page!.seed),
    deriveToken(keys[0], { ...ofPage, kind: 'access' }, page!.seed),
    forged(live.accessToken, (packed) => packed.writeUInt8(packed.readUInt8(at.mac) ^ 1, at.mac)),
    forged(live.accessToken, (packed) => packed.writeUInt32BE(1, at.generation)),
    key.key,
    `${live.accessToken} `,
    live.accessToken.slice(0, -1),
    'null',
    '',
    'é',
    'a'.repeat(8_192),
    'a'.repeat(12_000),
  ]
  const answers = await Promise.all(tokens.map((token) => introspect(token)))
  for (const [nth, { status, text, headers }] of answers.entries()) {
    assert.deepEqual([status, text], [200, dead], `token ${nth}`)
    assert.equal(headers.get('content-length'), `${dead.length}`)
  }
  const batch = await introspectAll([...tokens.slice(0, -1), live.accessToken])
  assert.deepEqual(
    batch.body.results.slice(0, -1),
    tokens.slice(1).map(() => ({ active: false })),
  )
  assert.equal(batch.body.results.at(-1).sub, live.userId)
})

test('a batch of a hundred tokens is answered like single tokens, in order', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => register(service)))
  const live = (
    await Promise.all(people.flatMap((person) => [0, 1, 2, 3].map(() => signIn(service, person))))
  ).map((answer) => tokensOf(answer).accessToken)
  const tokens = [...live, ...people.map(({ refreshToken }) => refreshToken), ...live, ...live.slice(0, 10)]
  assert.equal(tokens.length, 100)
  const single = await Promise.all(tokens.map(async (token) => (await introspect(token)).body))
  const { status, body } = await introspectAll(tokens)
  assert.equal(status, 200)
  assert.deepEqual(body, { results: single })
})

test('concurrent batches share nothing: each has its key, its tokens and its order', async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => register(service)))
  const reader = await newServiceKey(service, { scopes: ['introspect', 'users:read'] })
  const other = await newServiceKey(service, { scopes: ['events:read'] })
  const unknown = { ...key, key: `${key.key.slice(0, -6)}AAAAAA` }
  const asked = Array.from({ length: 24 }, (_, nth) => ({
    tokens: people
      .slice(0, 1 + (nth % 7))
      .map(({ accessToken }, at) => ((at + nth) % 3 ? accessToken : 'none')),
    by: [key, reader, unknown, other][nth % 4],
  }))
  const told = async (by?: ServiceKey) =>
    Promise.all(people.map(async ({ accessToken }) => (await introspect(accessToken, by)).body))
  const [plain, full] = await Promise.all([told(), told(reader)])
  const answers = await Promise.all(asked.map(({ tokens, by }) => introspectAll(tokens, by)))
  for (const [nth, { status, body }] of answers.entries()) {
    const { tokens, by } = asked[nth]!
    if (by === unknown || by === other) {
      assert.equal(status, by === unknown ? 401 : 403)
      continue
    }
    const known = by === reader ? full : plain
    const expected = tokens.map((token, at) => (token === 'none' ? { active: false } : known[at]))
    assert.deepEqual([status, body], [200, { results: expected }], `batch ${nth}`)
  }
})

test('a token with impossible characters is dead, alone and in a batch', async () => {
  const { accessToken } = await register(service)
  for (const bad of ['\0', 'a\0b', `${accessToken}\0`, 'a\ud800', '\udc00\ud800']) {
    const single = await introspect(bad)
    assert.deepEqual([single.status, single.text], [200, dead])
    const { status, body } = await introspectAll([accessToken, bad])
    assert.deepEqual([status, body.results?.[0].active, body.results?.[1]], [200, true, { active: false }])
  }
})

test('an invalid batch is refused by its field', async () => {
  for (const [tokens, rule] of [
    [undefined, 'required'],
    [[], 'array.minLength'],
    [Array(101).fill('x'), 'array.maxLength'],
    ['x', 'array'],
    [[1], 'string'],
  ] as const) {
    const { status, body } = await introspectAll(tokens)
    assert.deepEqual([status, body[0].rule], [422, rule])
  }
  assert.equal((await introspect(undefined as unknown as string)).status, 422)
})

test('introspection is a use of the session, noted like any other', async () => {
  const person = await register(service)
  await shiftRows(service, 120)
  const before = await sessionOf({
    ...person,
    accessToken: tokensOf(await signIn(service, person)).accessToken,
  })
  assert.ok(before)
  const used = async () =>
    (
      await service.deps.db.run<{ ago: number }>(sql`
      select min(extract(epoch from now() - last_used_at))::float8 as ago from sessions where user_id = ${person.userId}`)
    )[0]
  assert.equal((await introspect(person.accessToken)).body.active, true)
  while (((await used())?.ago ?? 0) > 60) await new Promise((done) => setTimeout(done, 20))
})

test('a form works like JSON, and the key may be sent in three places', async () => {
  const { accessToken, userId } = await register(service)
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const escaped = (text: string) => text.replace(/[-_]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    send(service, 'POST', '/auth/introspect', {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const token = { token: accessToken, token_type_hint: 'refresh_token' }
  for (const asked of [
    ask(token, { authorization: `Bearer ${key.key}` }),
    ask(token, { authorization: basic(key.id, key.key) }),
    ask(token, { authorization: basic(escaped(key.id), escaped(key.key)) }),
    ask({ ...token, client_id: key.id, client_secret: key.key }),
    send(service, 'POST', '/auth/introspect', {
      body: { token: accessToken },
      headers: { authorization: basic(key.id, key.key) },
    }),
  ])
    assert.equal((await asked).body.sub, userId)
  for (const refused of [
    ask(token),
    ask({ ...token, client_id: key.id }),
    ask({ ...token, client_id: randomUUID(), client_secret: key.key }),
    ask(token, { authorization: basic(randomUUID(), key.key) }),
    ask(token, { authorization: basic('', key.key) }),
    ask(token, { authorization: `Basic ${key.key}` }),
    ask({ ...token, client_id: key.id, client_secret: key.key }, { authorization: 'Bearer none' }),
    ask({ ...token, client_id: key.id, client_secret: key.key }, { authorization: 'Token none' }),
    ask(token, { authorization: `Bearer ${accessToken}` }),
    send(service, 'POST', '/auth/introspect', {
      body: { token: accessToken, client_id: key.id, client_secret: key.key },
    }),
  ]) {
    assertKeyRefused(await refused)
  }
  const twice = await send(service, 'POST', '/auth/introspect', {
    body: `token=a&token=${accessToken}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${key.key}` },
  })
  assertRefused(twice, 400, 'bad_request')
})

test('two stock clients work unmodified', async () => {
  const { accessToken, userId, refreshToken } = await register(service)
  const server = { issuer: service.address, introspection_endpoint: `${service.address}/auth/introspect` }
  const client = { client_id: key.id }
  const insecure = { [oauth.allowInsecureRequests]: true } as const
  for (const authentication of [oauth.ClientSecretBasic(key.key), oauth.ClientSecretPost(key.key)])
    for (const [token, active] of [
      [accessToken, true],
      [refreshToken, false],
    ] as const) {
      const answer = await oauth.introspectionRequest(server, client, authentication, token, insecure)
      const told = await oauth.processIntrospectionResponse(server, client, answer)
      assert.deepEqual([told.active, told.sub], [active, active ? userId : undefined])
    }
  const configuration = new openid.Configuration(server, key.id, key.key)
  openid.allowInsecureRequests(configuration)
  const told = await openid.tokenIntrospection(configuration, accessToken)
  assert.deepEqual([told.active, told.sub], [true, userId])
})

test('a token is dead everywhere as soon as its owner has signed out', async () => {
  const person = await register(service)
  assert.equal((await introspect(person.accessToken, key, second)).body.active, true)
  await post(service, '/auth/logout', undefined, { token: person.accessToken })
  assert.equal((await introspect(person.accessToken, key, isPostgres ? second : service)).text, dead)
})
