import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post, send } from '../support/http.ts'
import { refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()
const logOut = (token?: string) => send(service, 'POST', '/auth/logout', token ? { token } : {})

test('signing out ends both tokens of the session at once', async () => {
  const { accessToken, refreshToken } = await register(service)
  const answer = await logOut(accessToken)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
  assertRefused(await logOut(accessToken), 401, 'unauthorized')
})

test('signing out also ends the session’s refreshed tokens', async () => {
  const { accessToken, refreshToken } = await register(service)
  const next = tokensOf(await refresh(service, refreshToken))
  // the access token before is good for some seconds more
  assert.equal((await logOut(accessToken)).status, 204)
  assertRefused(await get(service, '/users/me', next.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, next.refreshToken), 401, 'invalid_credentials')
})

test('signing out leaves other sessions alone', async () => {
  const person = await register(service)
  const other = tokensOf(await signIn(service, person))
  await logOut(person.accessToken)
  assert.equal((await get(service, '/users/me', other.accessToken)).status, 200)
  tokensOf(await refresh(service, other.refreshToken))
})

test('signing out needs an access token, and reads no body', async () => {
  const { accessToken, refreshToken } = await register(service)
  for (const token of [undefined, refreshToken, 'nothing']) {
    assertRefused(await logOut(token), 401, 'unauthorized')
  }
  const answer = await post(service, '/auth/logout', { token: 'whatever' }, { token: accessToken })
  assert.equal(answer.status, 204)
})
