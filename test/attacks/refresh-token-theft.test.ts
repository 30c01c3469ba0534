import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { get } from '../support/http.ts'
import { type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { connectTo, requestBytes } from '../support/raw-socket.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService, startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await sharedService()
const second = await startSecond(service)
const nodes = [service, second]

const refreshing = (token: string) => ({ path: '/auth/token', body: { grant_type: 'refresh_token', token } })

const generationOf = async ({ userId }: Person) => {
  const rows = await many<{ generation: number }>(
    service.deps.db,
    sql`select generation from sessions where user_id = ${userId}`,
  )
  return rows.map(({ generation }) => generation)
}

const thefts = async ({ userId }: Person) =>
  (
    await many(
      service.deps.db,
      sql`select from events where user_id = ${userId} and type = 'session.reuse_detected'`,
    )
  ).length

test('an older token ends its session with all later pairs, and no other session', async () => {
  const person = await register(service)
  const other = tokensOf(await signIn(service, person))
  const one = tokensOf(await refresh(service, person.refreshToken))
  const two = tokensOf(await refresh(service, one.refreshToken))
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')
  for (const { accessToken, refreshToken } of [person, one, two]) {
    assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
    assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
  }
  assert.equal(await thefts(person), 1)
  assert.equal((await get(service, '/users/me', other.accessToken)).status, 200)
})

test('fifty refreshes at the same moment get one pair, byte for byte, of one rotation', async () => {
  const person = await register(service)
  const answers = await race(nodes, 50, () => refreshing(person.refreshToken))
  assert.deepEqual(statusesOf(answers), { 200: 50 })
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.deepEqual(await generationOf(person), [1])
  assert.equal(await thefts(person), 0)
  tokensOf(await refresh(service, tokensOf(answers[0]!).refreshToken))
})

test('without a retry window, one of fifty gets a pair and the rest get nothing', async () => {
  const strict = await Promise.all(
    nodes.map((node) => startVariant(node, { config: { refreshRetrySeconds: 0 } })),
  )
  const person = await register(service)
  const answers = await race(strict, 50, () => refreshing(person.refreshToken))
  assert.deepEqual(statusesOf(answers), { 200: 1, 401: 49 })
  const next = tokensOf(answers.find(({ status }) => status === 200)!)
  assertRefused(await refresh(strict[0]!, next.refreshToken), 401, 'invalid_credentials')
  assert.equal(await thefts(person), 1)
})

const day = 24 * 60 * 60

test('an unused answer can be requested again for as long as the previous token would have lived', async () => {
  const person = await register(service)
  const first = await refresh(service, person.refreshToken)
  for (const seconds of [60, day, 12 * day]) {
    await shiftRows(service, seconds)
    assert.deepEqual(tokensOf(await refresh(service, person.refreshToken)), tokensOf(first))
  }
  assert.equal(await thefts(person), 0)
  // it was good for fourteen days; the one that came of it lives as long as that and a little more
  await shiftRows(service, day)
  await service.deps.db.run(
    sql`update sessions set refresh_ends_at = now() + interval '1 hour' where user_id = ${person.userId}`,
  )
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')
  assert.equal(await thefts(person), 1)
})

test('each refresh starts afresh: using one pair does not count as using the next', async () => {
  const person = await register(service)
  const one = tokensOf(await refresh(service, person.refreshToken))
  assert.equal((await get(service, '/users/me', one.accessToken)).status, 200)
  const two = tokensOf(await refresh(service, one.refreshToken))
  // the access token of before still works for some seconds, and is no use of the new pair
  assert.equal((await get(service, '/users/me', one.accessToken)).status, 200)
  await shiftRows(service, 60)
  assert.deepEqual(tokensOf(await refresh(service, one.refreshToken)), two)
  assert.equal(await thefts(person), 0)
})

test('ten seconds after the first use of the next pair, the previous token is theft', async () => {
  const person = await register(service)
  const first = await refresh(service, person.refreshToken)
  await shiftRows(service, 600)
  assert.equal((await get(service, '/users/me', tokensOf(first).accessToken)).status, 200)
  for (const seconds of [1, 6]) {
    await shiftRows(service, seconds)
    assert.equal((await get(service, '/users/me', tokensOf(first).accessToken)).status, 200)
    assert.deepEqual(tokensOf(await refresh(service, person.refreshToken)), tokensOf(first))
  }
  assert.equal(await thefts(person), 0)
  await shiftRows(service, 4)
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')
  assertRefused(await refresh(service, tokensOf(first).refreshToken), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', tokensOf(first).accessToken), 401, 'unauthorized')
  assert.equal(await thefts(person), 1)
})

test('a client that was disconnected before the answer gets it by asking again', async () => {
  const person = await register(service)
  const socket = await connectTo(service)
  socket.write(requestBytes(service, refreshing(person.refreshToken)))
  while ((await generationOf(person))[0] === 0) await sleep(5)
  socket.destroy()
  const next = tokensOf(await refresh(service, person.refreshToken))
  assert.equal((await get(service, '/users/me', next.accessToken)).status, 200)
  tokensOf(await refresh(service, next.refreshToken))
})

test('once the next token was used, the previous one is theft, even within the window', async () => {
  const person = await register(service)
  const one = tokensOf(await refresh(service, person.refreshToken))
  const two = tokensOf(await refresh(service, one.refreshToken))
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')
  assertRefused(await refresh(service, two.refreshToken), 401, 'invalid_credentials')
})

test('fifty thieves at the same moment end one session, once', async () => {
  const person = await register(service)
  await refresh(service, tokensOf(await refresh(service, person.refreshToken)).refreshToken)
  const answers = await race(nodes, 50, () => refreshing(person.refreshToken))
  assert.deepEqual(statusesOf(answers), { 401: 50 })
  assert.deepEqual(await generationOf(person), [])
  assert.equal(await thefts(person), 1)
})

test('a thief of the previous token is detected at the next refresh if the owner had not used the pair yet', async () => {
  const person = await register(service)
  const owner = tokensOf(await refresh(service, person.refreshToken))
  const thief = tokensOf(await refresh(service, person.refreshToken))
  assert.deepEqual(thief, owner)
  const thiefs = tokensOf(await refresh(service, thief.refreshToken))
  assert.equal((await get(service, '/users/me', thiefs.accessToken)).status, 200)
  await shiftRows(service, 11)
  assertRefused(await refresh(service, owner.refreshToken), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', thiefs.accessToken), 401, 'unauthorized')
  assert.equal(await thefts(person), 1)
})

test('fifty first uses at the same moment are all answered, and the window starts once', async () => {
  const person = await register(service)
  const next = tokensOf(await refresh(service, person.refreshToken))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => get(nodes[nth % 2]!, '/users/me', next.accessToken)),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  await shiftRows(service, 11)
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')
})
