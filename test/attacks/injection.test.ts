import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post, send } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { converse } from '../support/raw-socket.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { countRows, dumpRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { timed } from '../support/timed.ts'

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

test('special characters in an address, a password or a header are stored as they are', async () => {
  const password = "' or 1=1; -- $1 \\"
  const headers = { 'user-agent': "'); delete from sessions; --$1", 'x-forwarded-for': "203.0.113.7', 'x" }
  const quoted = await register(service, { email: "o'neil.$1@example.com", password, headers })
  assertRefused(await signIn(service, { ...quoted, password: 'other' }), 401, 'invalid_credentials')
  tokensOf(await signIn(service, quoted))
  const { body } = await get(service, `/users/${quoted.userId}/sessions`, quoted.accessToken)
  assert.equal(body[1].userAgent, headers['user-agent'])
  assert.match(await dumpRows(service), /o'neil\.\$1@example\.com/)
})

test('no text makes validation slow', async () => {
  const unit = 15_000
  const tookMs = await timed(async () => {
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
      const body = { grant_type: 'password', email, password: 'x' }
      assertFieldErrors(await post(service, '/auth/token', body), { email: 'email' })
    }
    for (const token of [`sp_rt_${'A'.repeat(unit)}`, '='.repeat(unit), `sp_oc_${'_-'.repeat(unit / 2)}`]) {
      assertRefused(await refresh(service, token), 401, 'invalid_credentials')
      assertRefused(await exchange(service, token), 401, 'invalid_credentials')
    }
    const bearer = `Bearer ${' '.repeat(3_500)}${'='.repeat(3_500)} x`
    const answer = await send(service, 'GET', '/users/me', { headers: { authorization: bearer } })
    assertRefused(answer, 401, 'unauthorized')
  })
  assert.ok(tookMs < 2_000, `${tookMs} ms`)
})

const forged = '{"level":30,"msg":"canary"}'

test('no input becomes a log line, or part of one', async () => {
  const person = await register(service)
  const start = service.logs.length
  const agents = { 'user-agent': `canary ${forged}`, 'x-request-id': `canary ${forged}`, referer: 'canary' }
  const forwarded = { 'x-forwarded-for': `canary\t${forged}, 203.0.113.7` }
  const texts = [
    `canary\r\n${forged}\r\n`,
    'canary\u001b[2J\u001b]0;x\u0007',
    'canary\u2028\u2029\u0085',
    'canary'.repeat(2_000),
  ]
  for (const text of texts) {
    await signIn(service, { email: text, password: text }, { headers: agents })
    await signIn(service, { email: newEmail(), password: text.slice(0, 100) }, { headers: forwarded })
    await post(service, '/auth/token', { grant_type: text, [text]: text })
    await post(service, '/auth/token', { grant_type: 'oauth_code', code: text, code_verifier: text })
    await post(service, '/auth/token', text)
    for (const path of [
      `/${encodeURIComponent(text).slice(0, 1_500)}`,
      '/users/canary%0d%0a',
      '/%zzcanary',
    ]) {
      await get(service, `${path}?canary`, person.accessToken)
    }
    await send(service, 'PUT', '/auth/token', { headers: { 'content-type': 'text/canary' } })
  }
  await converse(service, `CANARY /canary HTTP/1.1\r\nHost: canary\r\n\r\n`)
  await converse(service, `GET /canary\u001b HTTP/1.1\r\nX: canary\r\nConnection: close\r\n\r\n`)

  const lines = service.logs.slice(start)
  assert.ok(lines.length >= 4 * 8)
  for (const line of lines) {
    assert.equal(line.indexOf('\n'), line.length - 1, 'one line each')
    assert.ok(line.length < 1_000, `${line.length} characters`)
    assert.doesNotMatch(line, /canary/i)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey
    assert.doesNotMatch(line.trimEnd(), /[\x00-\x1f\x7f-\x9f\u2028\u2029]/)
    assert.equal(typeof JSON.parse(line).time, 'number')
  }
})

test('the user agent is kept short and printable', async () => {
  const person = await register(service)
  const body = JSON.stringify({ grant_type: 'password', email: person.email, password: person.password })
  const agent = Buffer.from(`é\x85\xa0<b>\t${'x'.repeat(1_000)}`, 'latin1')
  const head = `POST /auth/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nUser-Agent: `
  const wire = await converse(service, head, agent, `\r\n\r\n${body}`)
  assert.match(wire, /^HTTP\/1\.1 200 /)
  const { body: sessions } = await get(service, `/users/${person.userId}/sessions`, person.accessToken)
  const { userAgent } = sessions.find(({ current }: { current: boolean }) => !current)
  assert.match(userAgent, /^[\x20-\x7e]{256}$/)
  assert.ok(userAgent.startsWith('???<b>?xxx'))
})

test('a forwarded address is recorded only if it is valid', async () => {
  const headers = {
    'x-forwarded-for': '203.0.113.7 canary, <script>, 198.51.100.1%canary, ::ffff:203.0.113.8',
  }
  await register(service, { headers })
  const rows = await dumpRows(service)
  assert.match(rows, /203\.0\.113\.8/)
  assert.doesNotMatch(rows, /canary|script/)
})
