import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Act, AdminUser } from '../../contract/admin.ts'
import type { AccountEvent, TrustedDevice } from '../../contract/wire.ts'
import { scopes } from '../../src/credentials/service-keys/scopes.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { signInWith, startFederated } from '../support/federation.ts'
import { get, post, send } from '../support/http.ts'
import { startMailing } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { addPasskey, signInBy } from '../support/passkeys.ts'
import { exchange, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge, challengeFor, registerGuarded, wrongCode } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { deviceTokenIn, listDevices, signInOn, trusted } from '../support/trusted-devices.ts'

const every = Object.keys(scopes) as (keyof typeof scopes)[]
const service = await startMailing()
const { ask, key } = await newOperator(service, ...every)
await service.deps.db.run(sql`update service_keys set acts_per_hour = 10000, removals_per_day = 10000`)

const reason = 'she showed us her passport'
const act = async (method: string, person: { userId: string }, part: string) =>
  (await ask(method, `/users/${person.userId}/${part}`, { reason })).status
const latestOf = async ({ userId }: { userId: string }): Promise<Act & Pick<AccountEvent, 'outcome'>> =>
  (await ask('GET', `/users/${userId}/events`)).body.events[0]

test('an operator ends the waits after wrong passwords and wrong codes, for a reason that stands beside it', async () => {
  const person = await registerGuarded(service)
  for (let nth = 0; nth < 12; nth++) await signIn(service, { ...person, password: 'a wrong one' })
  assertRefused(await signIn(service, person), 429, 'too_many_attempts')
  assert.equal(await act('DELETE', person, 'locks'), 204)
  const challenge = await challengeFor(service, person)
  for (let nth = 0; nth < 5; nth++) await answerChallenge(service, challenge, wrongCode(person))
  const next = await challengeFor(service, person)
  assertRefused(await answerChallenge(service, next, person.code()), 429, 'too_many_attempts')
  assert.equal(await act('DELETE', person, 'locks'), 204)
  tokensOf(await answerChallenge(service, next, person.code()))
  const { events } = (await ask('GET', `/users/${person.userId}/events`)).body
  const unlocked = events.find(({ type }: AccountEvent) => type === 'user.unlocked')
  assert.deepEqual([unlocked.actor.kind, unlocked.reason], ['service_key', reason])
})

test('one session ends, and the others stay', async () => {
  const person = await register(service)
  const other = tokensOf(await signIn(service, person))
  const sessions = (await ask('GET', `/users/${person.userId}/sessions`)).body
  assert.equal(sessions.length, 2)
  assert.equal(await act('DELETE', person, `sessions/${sessions[0].id}`), 204)
  assert.equal(await act('DELETE', person, `sessions/${sessions[0].id}`), 404)
  assertRefused(await refresh(service, other.refreshToken), 401, 'invalid_credentials')
  tokensOf(await refresh(service, person.refreshToken))
  assert.equal((await latestOf(person)).type, 'user.sessions_ended')
  const stranger = await register(service)
  const [theirs] = (await ask('GET', `/users/${stranger.userId}/sessions`)).body
  assert.equal(await act('DELETE', person, `sessions/${theirs.id}`), 404)
})

test('one trusted device ends, or all of them, and the sessions stay', async () => {
  const person = await registerGuarded(service)
  const tokens = [
    await trusted(service, person),
    await trusted(service, person),
    await trusted(service, person),
  ]
  const listed = async ({ userId }: { userId: string }): Promise<TrustedDevice[]> =>
    (await ask('GET', `/users/${userId}/trusted-devices`)).body
  const devices = await listed(person)
  assert.deepEqual(
    devices.map(({ id }) => id),
    (await listDevices(service, person)).map(({ id }) => id),
  )
  const [newest] = devices
  assert.equal(await act('DELETE', person, `trusted-devices/${newest?.id}`), 204)
  assert.equal(await act('DELETE', person, `trusted-devices/${newest?.id}`), 404)
  const { type, actor, reason: why, detail } = await latestOf(person)
  assert.deepEqual(
    [type, actor.kind, why, detail],
    ['trusted_device.removed', 'service_key', reason, { id: newest?.id }],
  )
  const another = await registerGuarded(service)
  await trusted(service, another)
  assert.equal(await act('DELETE', person, `trusted-devices/${(await listed(another))[0]?.id}`), 404)
  assert.equal((await signInOn(service, person, tokens[2])).status, 403)
  deviceTokenIn(await signInOn(service, person, tokens[1]))
  assert.equal(await act('DELETE', person, 'trusted-devices'), 204)
  assert.deepEqual(await listed(person), [])
  assert.equal((await signInOn(service, person, tokens[0])).status, 403)
  tokensOf(await refresh(service, person.refreshToken))
  assert.equal((await listed(another)).length, 1)
  const { events } = (await ask('GET', `/users/${person.userId}/events`)).body
  const removed = events.filter((event: AccountEvent) => event.type === 'trusted_device.removed')
  assert.deepEqual(
    removed.map((event: AccountEvent) => event.detail.id).sort(),
    devices.map(({ id }) => id).sort(),
  )
  const { acts } = (await ask('GET', '/acts')).body
  assert.ok(
    acts.some(({ userId, type }: Act) => userId === person.userId && type === 'trusted_device.removed'),
  )
  // what is no device any more is not told of again
  assert.equal(await act('DELETE', person, 'trusted-devices'), 204)
  assert.equal((await ask('GET', `/users/${person.userId}/events`)).body.events.length, events.length)
})

test('an address that somebody has shown to be theirs is confirmed, and their session is whole', async () => {
  const strict = await startMailing({ EMAIL_VERIFICATION: 'required' })
  const operator = await newOperator(strict, 'users:read', 'users:write')
  const email = `${newId(Date.now())}@example.com`
  const password = 'a password of the tests'
  const body = { email, password, passwordConfirmation: password }
  const { accessToken } = tokensOf(await post(strict, '/auth/register', body), 201)
  const [user] = (await operator.ask('GET', `/users?email=${email}`)).body.users as AdminUser[]
  assertRefused(await get(strict, `/users/${user?.id}/export`, accessToken), 403, 'email_unverified')
  for (let nth = 0; nth < 2; nth++)
    assert.equal((await operator.ask('PUT', `/users/${user?.id}/email-verified`, { reason })).status, 204)
  assert.equal((await get(strict, `/users/${user?.id}/export`, accessToken)).status, 200)
  const { events } = (await operator.ask('GET', `/users/${user?.id}/events`)).body
  assert.equal(events.filter(({ type }: AccountEvent) => type === 'email.verified').length, 1)
})

test('a provider is unlinked with its sessions, but for the last way in', async () => {
  const federated = await startFederated({ acme: {} })
  const operator = await newOperator(federated, 'users:read', 'users:write')
  federated.providers.acme.people.set('ada', { email: 'ada@provider.example', email_verified: true })
  const { code = '' } = await signInWith(federated, 'acme', 'ada')
  const { accessToken, refreshToken } = tokensOf(await exchange(federated, code))
  const { id } = (await get(federated, '/users/me', accessToken)).body
  const unlink = () => operator.ask('DELETE', `/users/${id}/identities/acme`, { reason })
  assertRefused(await unlink(), 409, 'last_way_in')
  const password = 'a password of the tests'
  const change = { password, passwordConfirmation: password }
  const changed = await send(federated, 'PUT', `/users/${id}/password`, { token: accessToken, body: change })
  assert.ok(changed.status < 300, changed.text)
  assert.equal((await unlink()).status, 204)
  assertRefused(await refresh(federated, refreshToken), 401, 'invalid_credentials')
  assert.equal((await unlink()).status, 404)
})

const withApps = async () => {
  const person = await registerGuarded(service)
  const { added, passkey } = await addPasskey(service, person, {
    asSecondFactor: true,
    along: { code: person.code() },
  })
  const [app] = (await ask('GET', `/users/${person.userId}/authenticators`)).body
  return { person, app, added, passkey }
}

test('one app or one passkey goes, and the last second factor only as a whole', async () => {
  const { person, app, added, passkey } = await withApps()
  const passkeys = (await ask('GET', `/users/${person.userId}/passkeys`)).body
  assert.deepEqual(
    passkeys.map(({ id }: { id: string }) => id),
    [added.id],
  )
  assert.equal(await act('DELETE', person, `authenticators/${newId(Date.now())}`), 404)
  assert.equal(await act('DELETE', person, `authenticators/${app.id}`), 204)
  assert.equal((await latestOf(person)).type, 'authenticator.removed')
  const last = await ask('DELETE', `/users/${person.userId}/passkeys/${added.id}`, { reason })
  assertRefused(last, 409, 'last_authenticator')
  tokensOf(await signInBy(service, passkey))
  const second = await withApps()
  assert.equal(await act('DELETE', second.person, `passkeys/${second.added.id}`), 204)
  assertRefused(await signInBy(service, second.passkey), 401, 'invalid_credentials')
})

test('of two second factors, simultaneous removals leave one', async () => {
  const { person, app, added } = await withApps()
  const paths = [`authenticators/${app.id}`, `passkeys/${added.id}`]
  const answers = await race(service, 2, (index) => ({
    method: 'DELETE',
    path: `/admin/users/${person.userId}/${paths[index]}`,
    body: { reason },
    token: key,
  }))
  assert.deepEqual(statusesOf(answers), { 204: 1, 409: 1 })
})

test('a closing is cancelled, and the account can be used as before', async () => {
  const person = await register(service)
  const closed = await ask('DELETE', `/users/${person.userId}`, { reason })
  assert.equal(closed.status, 202)
  assert.equal(await act('DELETE', person, 'deletion'), 204)
  assert.equal((await ask('GET', `/users/${person.userId}`)).body.deletesAt, null)
  assert.equal((await latestOf(person)).type, 'account.deletion_cancelled')
  tokensOf(await signIn(service, person))
})

test('each of these acts needs its scope and a reason, and an account that there is', async () => {
  const person: Person = await register(service)
  const id = newId(Date.now())
  const acts = [
    ['DELETE', 'locks'],
    ['PUT', 'email-verified'],
    ['DELETE', `sessions/${id}`],
    ['DELETE', 'trusted-devices'],
    ['DELETE', `trusted-devices/${id}`],
    ['DELETE', 'identities/acme'],
    ['DELETE', `authenticators/${id}`],
    ['DELETE', `passkeys/${id}`],
    ['DELETE', 'deletion'],
  ] as const
  const reader = await newOperator(service, 'users:read')
  for (const [method, part] of acts) {
    const path = `/users/${person.userId}/${part}`
    assert.equal((await reader.ask(method, path, { reason })).status, 403, part)
    assert.equal((await ask(method, path, {})).status, 422, part)
    assert.equal((await ask(method, `/users/${id}/${part}`, { reason })).status, 404, part)
  }
})
