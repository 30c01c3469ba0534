import assert from 'node:assert/strict'
import { test } from 'node:test'
import { challengeOf } from '../../src/flows/return/code.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { get, post } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'

const service = await sharedService()
const verifier = 'a verifier of the client that has forty-three characters or more'

const codeFor = (userId: string, codeChallenge?: string) =>
  issueCode(service.deps, { userId, epoch: 0, methods: ['github'], codeChallenge })

test('an unknown grant_type is refused with the list of known ones', async () => {
  assertFieldErrors(await post(service, '/auth/token', {}), { grant_type: 'required' })
  const answer = await post(service, '/auth/token', { grant_type: 'client_credentials' })
  assertFieldErrors(answer, { grant_type: 'enum' })
  assert.ok(['password', 'oauth_code', 'refresh_token'].every((type) => answer.text.includes(type)))
})

test('each grant names its own missing fields', async () => {
  const missing = (grant_type: string) => post(service, '/auth/token', { grant_type })
  assertFieldErrors(await missing('password'), { email: 'required', password: 'required' })
  assertFieldErrors(await missing('oauth_code'), { code: 'required' })
  assertFieldErrors(await missing('refresh_token'), { token: 'required' })
})

test('a password opens a session of its own each time', async () => {
  const person = await register(service)
  const [one, two] = [tokensOf(await signIn(service, person)), tokensOf(await signIn(service, person))]
  const tokens = [person, one, two].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken])
  assert.equal(new Set(tokens).size, 6)
  for (const { accessToken } of [person, one, two]) {
    assert.equal((await get(service, '/users/me', accessToken)).body.id, person.userId)
  }
})

test('a wrong password and an unknown address are refused alike', async () => {
  const person = await register(service)
  assertRefused(await signIn(service, { ...person, password: 'wrong' }), 401, 'invalid_credentials')
  assertRefused(await signIn(service, { ...person, email: newEmail() }), 401, 'invalid_credentials')
  assertFieldErrors(await signIn(service, { ...person, email: 'nobody' }), { email: 'email' })
})

test('a refresh token is exchanged for a new pair, whose access token opens that account', async () => {
  const person = await register(service)
  const next = tokensOf(await refresh(service, person.refreshToken))
  assert.notEqual(next.accessToken, person.accessToken)
  assert.notEqual(next.refreshToken, person.refreshToken)
  assert.equal((await get(service, '/users/me', next.accessToken)).body.id, person.userId)
  tokensOf(await refresh(service, next.refreshToken))
})

test('a refresh moves the idle limit, and not the absolute one', async () => {
  const person = await register(service)
  const { body: first } = await refresh(service, person.refreshToken)
  await shiftRows(service, 10 * 86_400)
  const { body: second } = await refresh(service, first.refreshToken.token)
  const gained = Date.parse(second.refreshToken.expiresAt) - Date.parse(first.refreshToken.expiresAt)
  assert.ok(Math.abs(gained) < 10_000, 'fourteen days from now, as before')
  await shiftRows(service, 10 * 86_400)
  const { body: third } = await refresh(service, second.refreshToken.token)
  const left = Date.parse(third.refreshToken.expiresAt) - Date.parse(third.refreshToken.lastUsedAt)
  assert.ok(Math.abs(left - 10 * 86_400_000) < 10_000, 'what is left of thirty days')
})

test('the previous access token works for ten more seconds', async () => {
  const person = await register(service)
  await refresh(service, person.refreshToken)
  await shiftRows(service, 8)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  await shiftRows(service, 2.5)
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
})

test('an unknown refresh token is refused', async () => {
  for (const token of ['', 'nothing', `sp_rt_${'A'.repeat(150)}`]) {
    assertRefused(await refresh(service, token), 401, 'invalid_credentials')
  }
})

test('a provider’s code is exchanged for a pair, once', async () => {
  const person = await register(service)
  const code = await codeFor(person.userId)
  const { accessToken } = tokensOf(await exchange(service, code))
  assert.equal((await get(service, '/users/me', accessToken)).body.id, person.userId)
  const { body: sessions } = await get(service, `/users/${person.userId}/sessions`, accessToken)
  assert.deepEqual(sessions.find(({ current }: { current: boolean }) => current).methods, ['github'])
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
})

test('a code with an S256 challenge needs its verifier', async () => {
  const { userId } = await register(service)
  const code = await codeFor(userId, challengeOf(verifier))
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  tokensOf(await exchange(service, code, verifier))
})

test('a code works for a minute', async () => {
  const { userId } = await register(service)
  const [early, late] = [await codeFor(userId), await codeFor(userId)]
  await shiftRows(service, 58)
  tokensOf(await exchange(service, early))
  await shiftRows(service, 2)
  assertRefused(await exchange(service, late), 401, 'invalid_credentials')
})

test('an unknown code is refused', async () => {
  for (const code of ['', 'nothing', `sp_oc_${'A'.repeat(64)}`]) {
    assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  }
})
