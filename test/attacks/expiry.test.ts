import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get } from '../support/http.ts'
import { type Person, refresh, register, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { first, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startTestService()
const day = 86_400

/** Moves the database's time to `seconds` after what a column of the session says. */
const moveTo = async ({ userId }: Person, column: 'access_ends_at' | 'refresh_ends_at', seconds: number) => {
  const ends = column === 'access_ends_at' ? sql`access_ends_at` : sql`refresh_ends_at`
  const row = await first<{ left: number }>(
    service.deps.db,
    sql`select extract(epoch from ${ends} - now())::float8 as left from sessions where user_id = ${userId}`,
  )
  await shiftRows(service, row!.left + seconds)
}

test('an access token is refused from its stated expiry', async () => {
  const person = await register(service)
  await moveTo(person, 'access_ends_at', -3)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  await moveTo(person, 'access_ends_at', 0)
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  await moveTo(person, 'access_ends_at', 1)
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  tokensOf(await refresh(service, person.refreshToken))
})

test('an unused refresh token is refused from its stated expiry', async () => {
  const [early, late] = [await register(service), await register(service)]
  await moveTo(early, 'refresh_ends_at', -3)
  tokensOf(await refresh(service, early.refreshToken))
  await moveTo(late, 'refresh_ends_at', 0)
  assertRefused(await refresh(service, late.refreshToken), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', late.accessToken), 401, 'unauthorized')
})

test('a session refreshed every day lives thirty days, and its last tokens end with it', async () => {
  const person = await register(service)
  let tokens: { accessToken: string; refreshToken: string } = person
  for (let days = 1; days < 30; days++) {
    await shiftRows(service, day)
    tokens = tokensOf(await refresh(service, tokens.refreshToken))
  }
  await shiftRows(service, day - 600)
  const { body: last } = await refresh(service, tokens.refreshToken)
  assert.equal(last.accessToken.expiresAt, last.refreshToken.expiresAt, 'the session’s end, before its own')
  await shiftRows(service, 590)
  assert.equal((await get(service, '/users/me', last.accessToken.token)).status, 200)
  await shiftRows(service, 20)
  assertRefused(await get(service, '/users/me', last.accessToken.token), 401, 'unauthorized')
  assertRefused(await refresh(service, last.refreshToken.token), 401, 'invalid_credentials')
})

test('an ended session opens nothing, whatever its access token claims', async () => {
  const person = await register(service)
  await service.deps.db.run(
    sql`update sessions set refresh_ends_at = now() - interval '1 millisecond' where user_id = ${person.userId}`,
  )
  for (const path of ['/users/me', `/users/${person.userId}/sessions`]) {
    assertRefused(await get(service, path, person.accessToken), 401, 'unauthorized')
  }
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')
})

test('the service’s own clock decides nothing about tokens', async () => {
  const person = await register(service)
  for (const minutes of [-10, 60 * 24 * 365, -60 * 24 * 365]) {
    service.clock.nowMs += minutes * 60_000
    assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  }
  const { body } = await refresh(service, person.refreshToken)
  assert.ok(Math.abs(Date.parse(body.accessToken.lastUsedAt) - Date.now()) < 60_000)
  await moveTo(person, 'access_ends_at', 0)
  service.clock.nowMs -= 10 * 60_000
  assertRefused(await get(service, '/users/me', body.accessToken.token), 401, 'unauthorized')
})

test('a retry does not extend a session', async () => {
  const person = await register(service)
  const { body: once } = await refresh(service, person.refreshToken)
  await shiftRows(service, 5)
  const { body: again } = await refresh(service, person.refreshToken)
  const shifted = (instant: string) => Date.parse(instant) - 5_000
  assert.equal(Date.parse(again.accessToken.expiresAt), shifted(once.accessToken.expiresAt))
  assert.equal(Date.parse(again.refreshToken.expiresAt), shifted(once.refreshToken.expiresAt))
})
