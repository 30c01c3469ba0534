import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { signInWith, startFederated } from '../support/federation.ts'
import { get, send } from '../support/http.ts'
import { exchange, newEmail, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { proveFactor } from '../support/proof.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { challengeFor, registerGuarded } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'

const service = await startFederated({ acme: {} })
const second = await startSecond(service, { PORT: '0' })

const fresh = 'another password of the tests'

const bodyOf = (person: { password: string }, password = fresh) => ({
  currentPassword: person.password,
  password,
  passwordConfirmation: password,
})

const change = ({ userId, accessToken: token }: Person, body: object) =>
  send(service, 'PUT', `/users/${userId}/password`, { token, body })

test('changing a password ends the other sessions', async () => {
  const person = await register(service)
  const other = tokensOf(await signIn(service, person))
  assert.equal((await change(person, bodyOf(person))).status, 204)

  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { ...person, password: fresh }))
  assertRefused(await get(service, '/users/me', other.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, other.refreshToken), 401, 'invalid_credentials')
  // the one that asked goes on
  tokensOf(await refresh(service, person.refreshToken))
})

test('sign-ins waiting for their second factor end too', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  await proveFactor(service, person)
  assert.equal((await change(person, bodyOf(person))).status, 204)
  const answer = await send(service, 'POST', '/auth/token', {
    body: { grant_type: 'two_factor', challenge, method: 'totp', code: person.code() },
  })
  assertRefused(answer, 401, 'invalid_challenge')
})

test('without the current password, or with a wrong one, nothing changes', async () => {
  const person = await register(service)
  const { currentPassword: _, ...without } = bodyOf(person)
  assertFieldErrors(await change(person, without), { currentPassword: 'required' })
  assertRefused(await change(person, bodyOf({ password: 'wrong' })), 401, 'invalid_credentials')
  tokensOf(await signIn(service, person))
})

test('wrong current passwords are counted with wrong sign-ins', async () => {
  const person = await register(service)
  for (let time = 0; time < 10; time++) await change(person, bodyOf({ password: 'wrong' }))
  assertRefused(await change(person, bodyOf(person)), 429, 'too_many_attempts')
})

test('the new password must follow the rules of registration', async () => {
  const person = await register(service)
  for (const [body, rules] of [
    [bodyOf(person, 'short'), { password: 'minLength' }],
    [bodyOf(person, 'password123'), { password: 'common' }],
    [bodyOf(person, person.email), { password: 'notSameAs' }],
    [{ ...bodyOf(person), passwordConfirmation: 'x' }, { passwordConfirmation: 'confirmed' }],
    [
      { ...bodyOf(person), password: 1 },
      { password: 'string', passwordConfirmation: 'confirmed' },
    ],
  ] as const) {
    assertFieldErrors(await change(person, body), rules)
  }
  // who says what the address is does not change what it is
  const lied = { ...bodyOf(person, person.email), email: newEmail() }
  assertFieldErrors(await change(person, lied), { password: 'notSameAs' })
})

test('of simultaneous changes of a password, one counts', async () => {
  const person = await register(service)
  const answers = await race([service, second], 5, (index) => ({
    method: 'PUT',
    path: `/users/${person.userId}/password`,
    token: person.accessToken,
    body: bodyOf(person, `${fresh} ${index}`),
  }))
  const { 204: changed = 0, ...others } = statusesOf(answers)
  assert.equal(changed, 1, JSON.stringify(others))
  const winner = answers.findIndex(({ status }) => status === 204)
  tokensOf(await signIn(service, { ...person, password: `${fresh} ${winner}` }))
})

test('a user who signed up with a provider sets a first password with a recent proof', async () => {
  const [subject, email] = [randomUUID(), newEmail()]
  service.providers.acme.people.set(subject, { email, email_verified: true })
  const { code } = await signInWith(service, 'acme', subject)
  const tokens = tokensOf(await exchange(service, code as string))
  const { body: account } = await get(service, '/users/me', tokens.accessToken)
  const person: Person = { ...tokens, userId: account.id, email, password: fresh }

  const first = { password: fresh, passwordConfirmation: fresh }

  await shiftRows(service, 14 * 60)
  const pair = tokensOf(await refresh(service, person.refreshToken))
  await shiftRows(service, 2 * 60)
  const stale = await change({ ...person, ...pair }, first)
  assert.deepEqual([stale.status, stale.body.methods], [403, []])

  const again = await signInWith(service, 'acme', subject)
  const now = tokensOf(await exchange(service, again.code as string))
  const madeUp = { ...first, currentPassword: 'there has never been one' }
  assertRefused(await change({ ...person, ...now }, madeUp), 401, 'invalid_credentials')
  assert.equal((await change({ ...person, ...now }, first)).status, 204)
  tokensOf(await signIn(service, person))
})

test('another user’s password cannot be changed', async () => {
  const [ada, eve] = [await register(service), await register(service)]
  const asEve = { ...ada, accessToken: eve.accessToken }
  assertRefused(await change(asEve, bodyOf(ada)), 404, 'not_found')
  assertRefused(
    await send(service, 'PUT', `/users/${ada.userId}/password`, { body: bodyOf(ada) }),
    401,
    'unauthorized',
  )
})
