import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { at, forged } from '../support/forged.ts'
import { get, post, send } from '../support/http.ts'
import { exchange, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { connectTo, readAnswer, readToEnd, requestBytes } from '../support/raw-socket.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()
const person = await register(service)
const stranger = await register(service)
const code = await issueCode(service.deps, { userId: person.userId, epoch: 0, methods: ['github'] })

const nothing = () => {}

test('only an access token authenticates', async () => {
  for (const token of [
    person.refreshToken,
    code,
    person.accessToken.toUpperCase(),
    `${person.accessToken}=`,
    `${person.accessToken}.`,
    person.accessToken.slice(0, -1),
    person.accessToken.replace('sp_at_', ''),
    'null',
    'undefined',
    '0',
    'a'.repeat(7_000),
  ]) {
    assertRefused(await get(service, '/users/me', token), 401, 'unauthorized')
  }
})

test('a token is accepted in one form only', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    person.accessToken,
    `Basic ${Buffer.from(`${person.userId}:${person.accessToken}`).toString('base64')}`,
    `Token ${person.accessToken}`,
    `Bearer "${person.accessToken}"`,
    `Bearer ${person.accessToken},`,
    `Bearer ${person.accessToken} ${person.accessToken}`,
    `Bearer ${person.accessToken}, Bearer ${stranger.accessToken}`,
    `Bearer: ${person.accessToken}`,
  ]) {
    const answer = await send(service, 'GET', '/users/me', { headers: { authorization } })
    assertRefused(answer, 401, 'unauthorized')
  }
  const elsewhere = await get(service, `/users/me?access_token=${person.accessToken}`)
  assertRefused(elsewhere, 401, 'unauthorized')
  const cookie = await send(service, 'GET', '/users/me', {
    headers: { cookie: `token=${person.accessToken}` },
  })
  assertRefused(cookie, 401, 'unauthorized')
})

test('a token of a megabyte is cut off with the headers', async () => {
  const socket = await connectTo(service)
  const wire = readToEnd(socket)
  socket.write(requestBytes(service, { method: 'GET', path: '/users/me', token: 'x'.repeat(1_000_000) }))
  assertRefused(readAnswer(await wire), 431, 'headers_too_large')
})

test('only a refresh token is refreshed, and only a code exchanged', async () => {
  const { accessToken, refreshToken } = person
  for (const token of [accessToken, code, refreshToken.replace('sp_rt_', 'sp_at_'), `${refreshToken} `]) {
    assertRefused(await refresh(service, token), 401, 'invalid_credentials')
  }
  for (const token of [
    accessToken,
    refreshToken,
    code.slice(0, -1),
    `${code}=`,
    code.replace('sp_oc_', ''),
  ]) {
    assertRefused(await exchange(service, token), 401, 'invalid_credentials')
  }
})

test('renaming a token’s prefix does not change its kind', async () => {
  assertRefused(
    await refresh(service, forged(person.accessToken, nothing, 'sp_rt_')),
    401,
    'invalid_credentials',
  )
  const token = forged(person.refreshToken, nothing, 'sp_at_')
  assertRefused(await get(service, '/users/me', token), 401, 'unauthorized')
})

test('a token has one spelling: changing any character invalidates it', async () => {
  const { accessToken } = person
  for (let index = 0; index < accessToken.length; index++) {
    const other = accessToken[index] === 'A' ? 'B' : 'A'
    const changed = accessToken.slice(0, index) + other + accessToken.slice(index + 1)
    assertRefused(await get(service, '/users/me', changed), 401, 'unauthorized')
  }
})

test('changing any byte invalidates a token, even with a matching checksum', async () => {
  assert.equal(forged(person.accessToken, nothing), person.accessToken)
  for (let index = 0; index < 70; index++) {
    const change = (packed: Buffer) => packed.writeUInt8(packed[index]! ^ 1, index)
    assertRefused(await get(service, '/users/me', forged(person.accessToken, change)), 401, 'unauthorized')
  }
})

test('a made-up token that names a session neither opens nor ends it', async () => {
  const victim = await register(service)
  const older = tokensOf(await refresh(service, victim.refreshToken))
  const latest = tokensOf(await refresh(service, older.refreshToken))
  const foreign = Buffer.from(stranger.accessToken.slice(6, -6), 'base64url')
  const changes = [
    ...[0, 1, 2, 3, 0x7ffffffe, 0x7fffffff, 0x80000000, 0xffffffff].map((generation) => (packed: Buffer) => {
      packed.writeUInt32BE(generation, at.generation)
      packed.writeUInt8(packed[at.mac]! ^ 1, at.mac)
    }),
    (packed: Buffer) => void packed.writeUInt32BE(1, at.generation),
    (packed: Buffer) => void foreign.copy(packed, at.userId, at.userId, at.generation),
    (packed: Buffer) => void packed.fill(0, at.userId),
    (packed: Buffer) => void packed.fill(0xff, at.userId),
  ]
  for (const change of changes) {
    assertRefused(await refresh(service, forged(latest.refreshToken, change)), 401, 'invalid_credentials')
    assertRefused(await get(service, '/users/me', forged(latest.accessToken, change)), 401, 'unauthorized')
  }
  assert.equal((await get(service, '/users/me', latest.accessToken)).status, 200)
  tokensOf(await refresh(service, latest.refreshToken))
})

test('somebody else’s id looks like an unknown one', async () => {
  const { accessToken: token } = person
  const unseen = ({ status, text, headers }: Awaited<ReturnType<typeof get>>) => {
    const { date, 'x-request-id': id, ...rest } = Object.fromEntries(headers)
    assert.ok(date && id)
    return { status, text, rest }
  }
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
    ['DELETE', `/sessions/${newId(Date.now())}`],
  ] as const) {
    const theirs = await send(service, method, `/users/${stranger.userId}${path}`, { token })
    const nobodys = await send(service, method, `/users/${newId(Date.now())}${path}`, { token })
    assertRefused(theirs, 404, 'not_found')
    assert.deepEqual(unseen(theirs), unseen(nobodys))
  }
  assert.equal((await get(service, '/users/me', stranger.accessToken)).status, 200)
})

test('extra parameters of a client are ignored', async () => {
  const { userId, refreshToken } = await register(service)
  const wishes = {
    abilities: ['admin'],
    scope: 'admin',
    expiresAt: '2099-01-01T00:00:00.000Z',
    userId: stranger.userId,
  }
  const answer = await post(service, '/auth/token', {
    grant_type: 'refresh_token',
    token: refreshToken,
    ...wishes,
  })
  const { body } = await get(service, '/users/me', tokensOf(answer).accessToken)
  assert.equal(body.id, userId)
  assert.deepEqual(answer.body.accessToken.abilities, ['*'])
  assert.ok(Date.parse(answer.body.refreshToken.expiresAt) < Date.now() + 15 * 86_400_000)
  const again = await post(service, '/auth/token', { grant_type: 'password', ...person, ...wishes })
  assert.equal((await get(service, '/users/me', tokensOf(again).accessToken)).body.id, person.userId)
  assert.equal((await signIn(service, person)).status, 200)
})
