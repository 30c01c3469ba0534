import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post, send } from '../support/http.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { converse } from '../support/raw-socket.ts'
import { dumpRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback' })
const forged = '{"level":30,"msg":"canary"}'

test('nothing that a stranger sends becomes a line of the log, or a part of one', async () => {
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

test('what a browser says of itself is kept short and printable', async () => {
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

test('an address that a proxy hands on is one, or it is not written down', async () => {
  const headers = {
    'x-forwarded-for': '203.0.113.7 canary, <script>, 198.51.100.1%canary, ::ffff:203.0.113.8',
  }
  await register(service, { headers })
  const rows = await dumpRows(service)
  assert.match(rows, /203\.0\.113\.8/)
  assert.doesNotMatch(rows, /canary|script/)
})
