import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { get, post } from '../support/http.ts'
import { newEmail } from '../support/people.ts'
import { connectTo, converse, readAnswer, readToEnd } from '../support/raw-socket.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { timed } from '../support/timed.ts'

const service = await startTestService()
const { host } = new URL(service.address)
const password = 'a password of the tests'
const body = JSON.stringify({ email: newEmail(), password, passwordConfirmation: password })

const head = (...lines: string[]) =>
  [
    'POST /auth/register HTTP/1.1',
    `Host: ${host}`,
    'Connection: close',
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

const assertHealthy = async () => assert.equal((await get(service, '/health/ready')).status, 200)

test('an oversized request is cut off before it is parsed', async () => {
  for (const text of [
    '['.repeat(10_000_000),
    '{"a":'.repeat(200_000),
    `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":0`)}}`,
    `{"email":"${'x'.repeat(1_000_000)}"}`,
  ]) {
    const wire = await converse(service, head(`Content-Length: ${text.length}`), text)
    assertRefused(readAnswer(wire), 413, 'payload_too_large')
  }
  assertRefused(await get(service, `/users/${'a'.repeat(2_048)}`), 414, 'uri_too_long')
  await assertHealthy()
})

test('the deepest and widest bodies that fit are refused quickly', async () => {
  const register = (body: string) => post(service, '/auth/register', body)
  const wide = `{${Array.from({ length: 1_500 }, (_, n) => `"k${n}":0`)}}`
  const items = `{"email":[${'0,'.repeat(8_000)}0]}`
  const tookMs = await timed(async () => {
    assertRefused(await register('['.repeat(16_384)), 400, 'bad_request')
    assertRefused(await register('{"a":'.repeat(3_000)), 400, 'bad_request')
    assertFieldErrors(await register(wide), { email: 'required', password: 'required' })
    assertFieldErrors(await register(items), { email: 'string', password: 'required' })
  })
  assert.ok(tookMs < 1_000, `${tookMs} ms`)
})

test('an announced body of ten gigabytes is refused at once', async () => {
  for (const expect of [[], ['Expect: 100-continue']]) {
    const wire = await converse(service, head('Content-Length: 10000000000', ...expect))
    assert.match(wire, /HTTP\/1\.1 413 /)
    assert.match(wire, /"payload_too_large"/)
  }
})

test('a client that sends Expect: 100-continue is served', async () => {
  const socket = await connectTo(service)
  const wire = readToEnd(socket)
  socket.write(head('Content-Length: 2', 'Expect: 100-continue'))
  await sleep(50)
  socket.write('{}')
  const [go, answer] = (await wire).split(/(?<=\r\n\r\n)(?=HTTP)/)
  assert.match(go ?? '', /^HTTP\/1\.1 100 /)
  assert.equal(readAnswer(answer ?? '').status, 422)
})

test('nothing happens before the whole body has arrived', async () => {
  const before = await countRows(service)
  const unfinished = await connectTo(service)
  const silent = readToEnd(unfinished)
  unfinished.write(head(`Content-Length: ${body.length}`) + body.slice(0, -1))

  const broken = await connectTo(service)
  broken.write(head(`Content-Length: ${body.length + 10}`) + body)
  await sleep(100)
  broken.resetAndDestroy()

  const ended = await connectTo(service)
  const refusal = readToEnd(ended)
  ended.end(head(`Content-Length: ${body.length + 10}`) + body)
  await refusal
  await sleep(50)
  assert.deepEqual(await countRows(service), before)

  unfinished.write('}')
  assert.equal(readAnswer(await silent).status, 201)
  await assertHealthy()
})

test('bytes after the body are not read as a second request', async () => {
  const smuggled = `GET /users/me HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const wire = await converse(service, head('Content-Length: 2'), `{}${smuggled}`)
  assert.equal(wire.match(/HTTP\/1\.1 \d+/g)?.length, 1)
  const both = head('Content-Length: 4', 'Transfer-Encoding: chunked')
  assertRefused(readAnswer(await converse(service, both, `0\r\n\r\n${smuggled}`)), 400, 'bad_request')
})
