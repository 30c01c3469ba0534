import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post, send } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { countRows, dumpRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback' })
const person = await register(service)

const sqlTexts = [
  "' or '1'='1",
  "'; drop table users; --",
  '" or ""="',
  '\\',
  "\\'; select pg_sleep(5); --",
  "' union select phc from passwords --",
  '$1',
  '#{userId}',
  '%',
  '_',
  '*',
  '; copy users to program $$id$$',
]

test('no field is a way into the database', async () => {
  const before = await countRows(service)
  for (const text of sqlTexts) {
    assertFieldErrors(await signIn(service, { ...person, email: text }), { email: 'email' })
    assertRefused(await signIn(service, { email: newEmail(), password: text }), 401, 'invalid_credentials')
    assertRefused(await refresh(service, text), 401, 'invalid_credentials')
    assertRefused(await exchange(service, text), 401, 'invalid_credentials')
    assertRefused(await get(service, '/users/me', text), 401, 'unauthorized')
    const path = `/users/${encodeURIComponent(text)}`
    assertRefused(await get(service, path, person.accessToken), 404, 'not_found')
    const session = `/users/${person.userId}/sessions/${encodeURIComponent(text)}`
    assertRefused(await send(service, 'DELETE', session, { token: person.accessToken }), 404, 'not_found')
  }
  const { users, sessions } = await countRows(service)
  assert.deepEqual([users, sessions], [before.users, before.sessions])
})

test('what may be in an address, a password or a header is stored as it is', async () => {
  const password = "' or 1=1; -- $1 \\"
  const headers = { 'user-agent': "'); delete from sessions; --$1", 'x-forwarded-for': "203.0.113.7', 'x" }
  const quoted = await register(service, { email: "o'neil.$1@example.com", password, headers })
  assertRefused(await signIn(service, { ...quoted, password: 'other' }), 401, 'invalid_credentials')
  tokensOf(await signIn(service, quoted))
  const { body } = await get(service, `/users/${quoted.userId}/sessions`, quoted.accessToken)
  assert.equal(body[1].userAgent, headers['user-agent'])
  assert.match(await dumpRows(service), /o'neil\.\$1@example\.com/)
})

test('no text makes a rule look for long', async () => {
  const started = performance.now()
  const unit = 15_000
  for (const email of [
    'a'.repeat(unit),
    `${'a.'.repeat(unit / 2)}@x`,
    `${'a'.repeat(unit)}@`,
    `a@${'a.'.repeat(unit / 2)}`,
    `a@${'-'.repeat(unit)}`,
    `${' '.repeat(unit)}x`,
    '@'.repeat(unit),
    `a@${'xn--'.repeat(unit / 4)}`,
    '\u0301'.repeat(unit / 2),
  ]) {
    assertFieldErrors(await post(service, '/auth/token', { grant_type: 'password', email, password: 'x' }), {
      email: 'email',
    })
  }
  for (const token of [`sp_rt_${'A'.repeat(unit)}`, '='.repeat(unit), `sp_oc_${'_-'.repeat(unit / 2)}`]) {
    assertRefused(await refresh(service, token), 401, 'invalid_credentials')
    assertRefused(await exchange(service, token), 401, 'invalid_credentials')
  }
  const bearer = `Bearer ${' '.repeat(3_500)}${'='.repeat(3_500)} x`
  const answer = await send(service, 'GET', '/users/me', { headers: { authorization: bearer } })
  assertRefused(answer, 401, 'unauthorized')
  assert.ok(performance.now() - started < 2_000)
})
