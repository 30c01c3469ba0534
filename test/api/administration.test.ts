import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disableUser } from '../../src/flows/operators/acts/disable.ts'
import { enableUser } from '../../src/flows/operators/acts/enable.ts'
import { endSessionsOf } from '../../src/flows/operators/acts/end-sessions.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { feedAll } from '../support/feed.ts'
import { get, post } from '../support/http.ts'
import { nextMail, startMailing } from '../support/mailing.ts'
import { type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge, challengeFor, registerGuarded } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'

const service = await startMailing()
const second = await startSecond(service)
const { deps } = service
const actor = { kind: 'operator' } as const
const reason = 'a reason for operators only'
const hour = 3_600_000

const disable = ({ userId }: Person, until?: Date) => disableUser(deps, userId, { until, reason, actor })
const eventsOf = ({ userId }: Person) =>
  deps.db.run<{ type: string; detail: object; actor: string }>(sql`
    select type, detail, actor_kind as actor from events where user_id = ${userId} order by id`)

test('a disabled account is refused at once, in every process, as if the password were wrong', async () => {
  const person = await register(service)
  const { key } = await newServiceKey(service)
  assert.equal(await disable(person), true)
  for (const at of [service, second]) {
    assertRefused(await get(at, '/users/me', person.accessToken), 401, 'unauthorized')
    assertRefused(await refresh(at, person.refreshToken), 401, 'invalid_credentials')
    const [right, wrong] = [
      await signIn(at, person),
      await signIn(at, { ...person, password: 'a wrong one' }),
    ]
    assert.deepEqual([right.status, right.text], [wrong.status, wrong.text])
    const { text } = await post(at, '/auth/introspect', { token: person.accessToken }, { token: key })
    assert.equal(text, '{"active":false}')
  }
})

test('other services and the owner hear of it, but not of the reason', async () => {
  const person = await register(service)
  const until = new Date(Date.now() + hour)
  await disable(person, until)
  const events = (await eventsOf(person)).slice(2)
  assert.deepEqual(
    events.map(({ type, actor }) => `${type} by ${actor}`),
    ['session.ended by operator', 'user.disabled by operator'],
  )
  assert.deepEqual(events.at(-1)?.detail, { until: until.toISOString() })
  await feedAll(deps)
  const { text } = await nextMail(service, person.email, 'Your account was blocked')
  assert.match(text, /It will be unblocked\s+on /)
  assert.ok(![text, JSON.stringify(events)].join().includes(reason))
  const [row] = await deps.db.run<{ reason: string }>(sql`
    select disabled_reason as reason from users where id = ${person.userId}`)
  assert.equal(row?.reason, reason)
})

test('an account opens again by itself when its time is over', async () => {
  const person = await register(service)
  await disable(person, new Date(Date.now() + hour))
  assert.equal((await signIn(second, person)).status, 401)
  await deps.db.run(sql`
    update users set disabled_until = now() - interval '1 second' where id = ${person.userId}`)
  for (const at of [service, second]) tokensOf(await signIn(at, person))
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  assert.equal(await enableUser(deps, person.userId, { actor }), false)
})

test('enabling works once, and ended sessions stay ended', async () => {
  const person = await register(service)
  await disable(person)
  assert.equal(await enableUser(deps, person.userId, { actor }), true)
  assert.equal(await enableUser(deps, person.userId, { actor }), false)
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  tokensOf(await signIn(second, person))
  assert.equal((await eventsOf(person)).filter(({ type }) => type === 'user.enabled').length, 1)
  await feedAll(deps)
  await nextMail(service, person.email, 'Your account was unblocked')
})

test('disabling ends everything in progress, and enabling restores none of it', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  await disable(person)
  await enableUser(deps, person.userId, { actor })
  const late = await answerChallenge(service, challenge, person.code())
  assertRefused(late, 401, 'invalid_challenge')
})

test('all sessions end, and the account stays', async () => {
  const person = await register(service)
  const other = tokensOf(await signIn(second, person))
  assert.equal(await endSessionsOf(deps, person.userId, { actor, reason }), 2)
  for (const token of [person.accessToken, other.accessToken])
    assertRefused(await get(second, '/users/me', token), 401, 'unauthorized')
  tokensOf(await signIn(service, person))
  assert.equal(await endSessionsOf(deps, newId(Date.now()), { actor, reason }), undefined)
  assert.equal(await disable({ ...person, userId: newId(Date.now()) }), false)
})

test('a sign-in that races with disabling leaves no session behind', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const person = await register(service)
    const [answer] = await Promise.all([signIn(turn % 2 ? second : service, person), disable(person)])
    if (answer.status === 200)
      assertRefused(await get(second, '/users/me', tokensOf(answer).accessToken), 401, 'unauthorized')
    await enableUser(deps, person.userId, { actor })
    const rows = await deps.db.run(sql`select from sessions where user_id = ${person.userId}`)
    assert.deepEqual(rows, [])
  }
})
