import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../../contract/wire.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { get, send } from '../support/http.ts'
import { type Person, refresh, register, signIn, type Tokens, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService, startSecond } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await sharedService()
const second = await startSecond(service)

const sessionsOf = async (
  { userId }: Pick<Person, 'userId'>,
  { accessToken }: Pick<Tokens, 'accessToken'>,
) => {
  const answer = await get(service, `/users/${userId}/sessions`, accessToken)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Session[]
}

test('the list has every live session, newest first, and marks the current one', async () => {
  const person = await register(service)
  const phone = tokensOf(await signIn(service, person, { headers: { 'user-agent': 'Phone/1 (new)' } }))
  const [newest, oldest, ...more] = await sessionsOf(person, phone)
  assert.deepEqual(more, [])
  assert.deepEqual([newest?.current, oldest?.current], [true, false])
  assert.deepEqual(
    [newest?.userAgent, newest?.ip, newest?.methods],
    ['Phone/1 (new)', '127.0.0.1', ['password']],
  )
  assert.ok(newest && oldest && newest.createdAt >= oldest.createdAt)
  const [, asking] = await sessionsOf(person, person)
  assert.deepEqual(asking, { ...oldest, current: true })
})

test('a session keeps its id across refreshes, and shows its last use and end', async () => {
  const person = await register(service)
  const [before] = await sessionsOf(person, person)
  await shiftRows(service, 600)
  const next = tokensOf(await refresh(service, person.refreshToken))
  const [now] = await sessionsOf(person, next)
  assert.equal(now?.id, before?.id)
  assert.ok(Date.parse(now!.lastUsedAt) - Date.parse(now!.createdAt) >= 600_000)
  assert.ok(now!.expiresAt > before!.expiresAt)
})

test('a use is recorded once a minute, after the answer', async () => {
  const person = await register(service)
  const [before] = await sessionsOf(person, person)
  await shiftRows(service, 61)
  await get(service, '/users/me', person.accessToken)
  const deadline = Date.now() + 5_000
  let used: Session | undefined
  do [used] = await sessionsOf(person, person)
  while (used!.lastUsedAt <= before!.lastUsedAt && Date.now() < deadline)
  assert.ok(used!.lastUsedAt > before!.lastUsedAt)
  await get(service, '/users/me', person.accessToken)
  await service.deps.db.run(sql`select 1`)
  assert.equal((await sessionsOf(person, person))[0]?.lastUsedAt, used?.lastUsedAt)
})

test('an expired session is not listed', async () => {
  const person = await register(service)
  await shiftRows(service, 15 * 86_400)
  assert.equal((await sessionsOf(person, tokensOf(await signIn(service, person)))).length, 1)
})

test('one session can be ended by another, and only by its owner', async () => {
  const [person, stranger] = [await register(service), await register(service)]
  const phone = tokensOf(await signIn(service, person))
  const [newest] = await sessionsOf(person, phone)
  const path = `/users/${person.userId}/sessions/${newest?.id}`
  const asStranger = `/users/${stranger.userId}/sessions/${newest?.id}`
  assertRefused(await send(service, 'DELETE', path, { token: stranger.accessToken }), 404, 'not_found')
  assertRefused(await send(service, 'DELETE', asStranger, { token: stranger.accessToken }), 404, 'not_found')
  assert.equal((await get(service, '/users/me', phone.accessToken)).status, 200)

  assert.equal((await send(service, 'DELETE', path, { token: person.accessToken })).status, 204)
  assertRefused(await get(service, '/users/me', phone.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, phone.refreshToken), 401, 'invalid_credentials')
  assertRefused(await send(service, 'DELETE', path, { token: person.accessToken }), 404, 'not_found')
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
})

test('an unknown session id is not found', async () => {
  const { userId, accessToken: token } = await register(service)
  for (const id of [newId(Date.now()), 'nothing', userId, '0', 'me']) {
    assertRefused(
      await send(service, 'DELETE', `/users/${userId}/sessions/${id}`, { token }),
      404,
      'not_found',
    )
  }
})

test('all sessions can be ended at once, including the current one', async () => {
  const [person, bystander] = [await register(service), await register(service)]
  const others = [tokensOf(await signIn(service, person)), tokensOf(await signIn(service, person))]
  const path = `/users/${person.userId}/sessions`
  assertRefused(await send(service, 'DELETE', path, { token: bystander.accessToken }), 404, 'not_found')
  assert.equal((await send(service, 'DELETE', path, { token: person.accessToken })).status, 204)
  for (const { accessToken, refreshToken } of [person, ...others]) {
    assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
    assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
  }
  assert.equal((await get(service, '/users/me', bystander.accessToken)).status, 200)
  assert.equal((await signIn(service, person)).status, 200)
})

test('simultaneous sign-ins beyond the limit leave fifty sessions, without the oldest', async () => {
  const person = await register(service)
  const recognised = { userId: person.userId, epoch: 0, methods: ['github'] }
  const codes = await Promise.all(Array.from({ length: 59 }, () => issueCode(service.deps, recognised)))
  const answers = await race([service, second], 59, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'oauth_code', code: codes[index] },
  }))
  assert.deepEqual(statusesOf(answers), { 200: 59 })
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  const seen = await Promise.all(
    answers.map((answer) => get(service, '/users/me', tokensOf(answer).accessToken)),
  )
  assert.deepEqual(statusesOf(seen), { 200: 50, 401: 9 })
  const latest = tokensOf(await signIn(service, person))
  assert.equal((await sessionsOf(person, latest)).length, 50)
})
