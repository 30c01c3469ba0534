import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweepSpent } from '../../src/credentials/passkeys/queries/challenges.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { databaseWithClock, setClock } from '../support/database-clock.ts'
import { get, send } from '../support/http.ts'
import { publicUrl } from '../support/mailing.ts'
import { addPasskey, askFor, sendAssertion } from '../support/passkeys.ts'
import { exchange, type Person, refresh, register, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const hour = 3_600
const service = await startTestService({ ...(await databaseWithClock()), PUBLIC_URL: publicUrl })
const second = await startSecond(service)
const nodes = [service, second]

// the clock of these tests only goes on from where the last one left it, but for what it is set back by
let ahead = 0
const wait = async (seconds: number) => {
  ahead += seconds
  await setClock(service, ahead)
}
/** Both processes see what time it is. */
const look = async () => {
  for (const node of nodes) tokensOf(await refresh(node, (await register(node)).refreshToken))
}

const thefts = async ({ userId }: Person) =>
  many(service.deps.db, sql`select from events where user_id = ${userId} and type = 'session.reuse_detected'`)

/** The token that was exchanged may from now on be presented for ten seconds more. */
const refreshAndUse = async (person: Person) => {
  const next = tokensOf(await refresh(service, person.refreshToken))
  assert.equal((await get(service, '/users/me', next.accessToken)).status, 200)
  return next
}

test('a used passkey answer stays used, swept or not', async () => {
  const { passkey } = await addPasskey(service, await register(service))
  const assertion = passkey.get(await askFor(service))
  tokensOf(await sendAssertion(service, assertion))
  const minutes = 6
  await wait(minutes * 60)
  await sweepSpent(service.deps.db, 1_000)
  await wait(-minutes * 60)
  assertRefused(await sendAssertion(service, assertion), 401, 'invalid_credentials')
})

test('changing an adjustable clock shifts the lifetimes of tokens', async () => {
  const person = await register(service)
  await wait(hour)
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  const { body } = await refresh(service, person.refreshToken)
  assert.ok(Date.parse(body.accessToken.lastUsedAt) - Date.now() > (hour - 60) * 1_000)
})

test('a token spent in the apparent future does not count as spent recently', async () => {
  const person = await register(service)
  const next = await refreshAndUse(person)
  await shiftRows(service, -hour)
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')
  assert.equal((await thefts(person)).length, 1)
  assertRefused(await refresh(service, next.refreshToken), 401, 'invalid_credentials')
})

test('a lost answer can be requested again within ten seconds, whatever the clock did before', async () => {
  for (const seconds of [0, hour]) {
    await wait(seconds)
    await look()
    const person = await register(service)
    const answers = await race(nodes, 50, () => ({
      path: '/auth/token',
      body: { grant_type: 'refresh_token', token: person.refreshToken },
    }))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    await wait(8)
    tokensOf(await refresh(second, person.refreshToken))
    assert.equal((await thefts(person)).length, 0)
  }
})

test('a token spent an hour ago stays spent if the clock is set back to five seconds after it', async () => {
  for (const node of nodes) {
    await look()
    const person = await register(service)
    await refreshAndUse(person)
    await wait(hour)
    await look()
    await wait(5 - hour)
    const answers = await race(node, 50, () => ({
      path: '/auth/token',
      body: { grant_type: 'refresh_token', token: person.refreshToken },
    }))
    assert.deepEqual(statusesOf(answers), { 401: 50 })
    assert.equal((await thefts(person)).length, 1)
    assert.ok(node.logs.some((line) => line.includes('clock went back')))
    await wait(2 * hour)
  }
})

test('answers are not repeated until the clock passes its former time, and then they are again', async () => {
  await look()
  await wait(-hour)
  await look()
  const doubtful = await register(service)
  await refreshAndUse(doubtful)
  assertRefused(await refresh(service, doubtful.refreshToken), 401, 'invalid_credentials')
  await wait(hour + 60)
  const person = await register(service)
  const { refreshToken } = await refreshAndUse(person)
  assert.equal(tokensOf(await refresh(service, person.refreshToken)).refreshToken, refreshToken)
})

test('a clock set back refreshes no proof of identity, and makes no replayed code look like a double send', async () => {
  const person = await register(service)
  const code = await issueCode(service.deps, { userId: person.userId, epoch: 0, methods: ['github'] })
  const { accessToken } = tokensOf(await exchange(service, code))
  await shiftRows(service, -hour)
  const closing = await send(service, 'DELETE', `/users/${person.userId}`, { token: person.accessToken })
  assert.deepEqual([closing.status, closing.body.code], [403, 'reauthentication_required'])
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
})
