import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountEvent } from '../../contract/wire.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { askForChange, registerProven, undo, verify } from '../support/address-change.ts'
import { get, post } from '../support/http.ts'
import { mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { assertOwners } from '../support/owners.ts'
import { newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { answerChallenge, challengeFor, enrol } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startMailing()
const { db } = service.deps
const { ask, key } = await newOperator(service, 'users:read', 'users:write')
await db.run(sql`update service_keys set acts_per_hour = 10000`)
const reason = 'her provider closed down, seen at the desk'

const change = ({ userId }: { userId: string }, email: string) =>
  ask('PUT', `/users/${userId}/email`, { email, reason })

test('an operator changes an address: the new one is told, the former one gets a link that undoes it, and sessions stay', async () => {
  const person = await registerProven(service)
  const email = newEmail()
  assert.equal((await change(person, email)).status, 204)
  const { body: account } = await get(service, '/users/me', person.accessToken)
  assert.deepEqual([account.email, account.emailVerified], [email, true])
  tokensOf(await refresh(service, person.refreshToken))
  tokensOf(await signIn(service, { ...person, email }))
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  assert.match((await nextMail(service, email)).subject, /now the email address of your account/)
  const token = tokenIn(await nextMail(service, person.email, 'was changed'))
  const [event] = (await ask('GET', `/users/${person.userId}/events`)).body.events.filter(
    ({ type }: AccountEvent) => type === 'email.changed',
  )
  assert.deepEqual(
    [event.actor.kind, event.reason, event.detail],
    ['service_key', reason, { by: 'operator' }],
  )

  assert.equal((await undo(service, token)).status, 204)
  assertRefused(await undo(service, token), 401, 'invalid_credentials')
  const restored = (await ask('GET', `/users/${person.userId}`)).body
  assert.deepEqual([restored.email, restored.emailVerified], [person.email, true])
  // the new one is free again
  await register(service, { email })
})

test('the link undoes it for seven days, and the former address is nobody else’s for as long', async () => {
  const person = await registerProven(service)
  assert.equal((await change(person, newEmail())).status, 204)
  const token = tokenIn(await nextMail(service, person.email, 'was changed'))
  const { email, password } = person
  const body = { email, password, passwordConfirmation: password }
  assertFieldErrors(await post(service, '/auth/register', body), { email: 'database.unique' })
  await shiftRows(service, 7 * 86_400 + 1)
  assertRefused(await undo(service, token), 401, 'invalid_credentials')
  tokensOf(await post(service, '/auth/register', body), 201)
})

test('what was set up after it goes with the undo, and a second factor of before stays', async () => {
  const person = await registerProven(service)
  const guarded = await enrol(service, person)
  const email = newEmail()
  assert.equal((await change(person, email)).status, 204)
  const token = tokenIn(await nextMail(service, person.email, 'was changed'))
  const challenge = await challengeFor(service, { ...guarded, email })
  const later = tokensOf(await answerChallenge(service, challenge, guarded.code()))
  assert.equal((await undo(service, token)).status, 204)
  assertRefused(await refresh(service, later.refreshToken), 401, 'invalid_credentials')
  await challengeFor(service, guarded)
})

test('a new password by the new mailbox leaves the second factor', async () => {
  const guarded = await enrol(service, await registerProven(service))
  const email = newEmail()
  assert.equal((await change(guarded, email)).status, 204)
  await mailsTo(service, email)
  await post(service, '/auth/password/forgot', { email })
  const password = 'another password of the tests'
  const token = tokenIn(await nextMail(service, email, 'Set a new'))
  const reset = { token, password, passwordConfirmation: password }
  assert.equal((await post(service, '/auth/password/reset', reset)).status, 204)
  await challengeFor(service, { ...guarded, email, password })
})

test('a change that somebody had begun comes to nothing', async () => {
  const person = await registerProven(service)
  const begun = newEmail()
  assert.equal((await askForChange(service, person, { email: begun })).status, 202)
  const token = tokenIn(await nextMail(service, begun))
  const email = newEmail()
  assert.equal((await change(person, email)).status, 204)
  assertRefused(await verify(service, token), 401, 'invalid_credentials')
  assert.equal((await ask('GET', `/users/${person.userId}`)).body.email, email)
})

test('an address that is taken, held or unchanged is refused, and of two who get one at once, one has it', async () => {
  const [person, other] = [await registerProven(service), await registerProven(service)]
  assertFieldErrors(await change(person, other.email), { email: 'database.unique' })
  assert.equal((await change(person, person.email.toUpperCase())).status, 422)
  assertFieldErrors(await change(person, 'no address'), { email: 'email' })
  // held for whom it was changed
  assert.equal((await change(other, newEmail())).status, 204)
  assertFieldErrors(await change(person, other.email), { email: 'database.unique' })
  const email = newEmail()
  const people = await Promise.all(Array.from({ length: 4 }, () => register(service)))
  const answers = await race(service, people.length, (nth) => ({
    method: 'PUT',
    path: `/admin/users/${people[nth]?.userId}/email`,
    body: { email, reason },
    token: key,
  }))
  const { 204: done, ...refused } = statusesOf(answers)
  assert.deepEqual([done, Object.keys(refused).every((status) => ['422', '429'].includes(status))], [1, true])
  await assertOwners(service)
})

test('no mailbox is flooded: three changes an hour', async () => {
  const person = await registerProven(service)
  for (let nth = 0; nth < 3; nth++) assert.equal((await change(person, newEmail())).status, 204)
  assertRefused(await change(person, newEmail()), 429, 'too_many_attempts')
})

test('a blocked, an invited and a changed account keep their address', async () => {
  const blocked = await registerProven(service)
  await ask('PUT', `/users/${blocked.userId}/disabled`, { reason })
  const invited = { userId: (await ask('POST', '/users', { email: newEmail() })).body.id }
  const planted = await registerProven(service)
  await db.run(
    sql`update emails set typed = 'thief@example.com', mac = null where user_id = ${planted.userId}`,
  )
  for (const person of [blocked, invited, planted])
    assertRefused(await change(person, newEmail()), 400, 'bad_request')
})

test('it needs its scope, a reason, and an account that there is', async () => {
  const person = await register(service)
  const email = newEmail()
  const reader = await newOperator(service, 'users:read', 'users:delete')
  const path = `/users/${person.userId}/email`
  assertRefused(await reader.ask('PUT', path, { email, reason }), 403, 'insufficient_scope')
  assert.equal((await ask('PUT', path, { email })).status, 422)
  assertRefused(await change({ userId: newId(Date.now()) }, email), 404, 'not_found')
})
