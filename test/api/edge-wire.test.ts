import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newEmail, register } from '../support/people.ts'
import { connectTo, converse, readAnswer, readToEnd, requestBytes } from '../support/raw-socket.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'
import { timed } from '../support/timed.ts'

const service = await sharedService()
const { host } = new URL(service.address)
const { accessToken } = await register(service)
const close = `Host: ${host}\r\nConnection: close\r\n`
const bearer = `Authorization: Bearer ${accessToken}\r\n`

const ask = async (...pieces: string[]) => readAnswer(await converse(service, ...pieces))

/** Says a beginning, then a little every half second, until the service has enough. */
const dribble = async (beginning: string, more = 'x') => {
  const startMs = performance.now()
  let wire = ''
  const ranMs = await timed(async () => {
    const socket = await connectTo(service)
    const read = readToEnd(socket)
    socket.write(beginning)
    const timer = setInterval(() => socket.writable && socket.write(more), 500)
    wire = await read
    clearInterval(timer)
  })
  return { answer: readAnswer(wire), tookMs: performance.now() - startMs, ranMs }
}

// started first, because they take their time
const slowHeaders = dribble(`GET /health/live HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `)
const silence = dribble('', '')
const slowBody = dribble(
  `POST /auth/token HTTP/1.1\r\n${close}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`,
)

test('a request names its host once, and its token once', async () => {
  assert.equal((await ask(`GET /users/me HTTP/1.1\r\n${close}${bearer}\r\n`)).status, 200)
  for (const doubled of [
    `Host: ${host}\r\n`,
    'Host: evil.example\r\n',
    bearer,
    'Authorization: Bearer other\r\n',
    'authorization: \r\n',
  ]) {
    const answer = await ask(`GET /users/me HTTP/1.1\r\n${close}${bearer}${doubled}\r\n`)
    assertRefused(answer, 400, 'bad_request')
  }
})

test('a request without a host is refused', async () => {
  assertRefused(await ask('GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'), 400, 'bad_request')
})

test('a request target must be a path', async () => {
  for (const target of [
    `http://${host}:1/users/me`,
    `http://user@${host}/users/me`,
    `ftp://${host}/users/me`,
    'http://evil.example/users/me',
    'https://evil.example:1/',
    '*',
    'users/me',
    '?x',
  ]) {
    for (const method of ['GET', 'OPTIONS']) {
      assertRefused(await ask(`${method} ${target} HTTP/1.1\r\n${close}${bearer}\r\n`), 400, 'bad_request')
    }
  }
})

test('an absolute request target works like its path, if its host is the one in Host', async () => {
  for (const target of [`http://${host}/users/me`, `HTTP://${host.toUpperCase()}/users/me`])
    assert.equal((await ask(`GET ${target} HTTP/1.1\r\n${close}${bearer}\r\n`)).status, 200, target)
  assert.equal((await ask(`GET http://${host}/health/ready HTTP/1.1\r\n${close}\r\n`)).status, 200)
  assert.equal((await ask(`GET http://${host}?x HTTP/1.1\r\n${close}\r\n`)).status, 200)
})

test('TRACE is refused, and never echoes the request', async () => {
  const answer = await ask(`TRACE /users/me HTTP/1.1\r\n${close}${bearer}\r\n`)
  assertRefused(answer, 405, 'method_not_allowed')
  assert.ok(!answer.text.includes(accessToken))
})

test('headers have 16 KiB at most', async () => {
  const answer = await ask(`GET /users/me HTTP/1.1\r\n${close}X-Filling: ${'x'.repeat(17_000)}\r\n\r\n`)
  assertRefused(answer, 431, 'headers_too_large')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('anything but HTTP gets a 400, and the connection is closed', async () => {
  for (const noise of [
    '\u0016\u0003\u0001\u0002\r\n\r\n',
    'GET\r\n\r\n',
    `GET /health/live HTTP/9.9\r\n${close}\r\n`,
    `GET /health/live HTTP/1.1\r\n${close}X: a\u0000b\r\n\r\n`,
    `GET /health/live HTTP/1.1\r\n${close}X : y\r\n\r\n`,
    `POST /auth/token HTTP/1.1\r\n${close}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /auth/token HTTP/1.1\r\n${close}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `POST /auth/token HTTP/1.1\r\n${close}Content-Length: -2\r\n\r\n{}`,
    `POST /auth/token HTTP/1.1\r\n${close}Transfer-Encoding: gzip, chunked, x\r\n\r\n{}`,
  ]) {
    const answer = await ask(noise)
    assertRefused(answer, 400, 'bad_request')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
})

test('a chunked body is read like any other, and limited like any other', async () => {
  const head = `POST /auth/register HTTP/1.1\r\n${close}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  assert.equal((await ask(head, '2\r\n{}\r\n0\r\n\r\n')).status, 422)
  const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`
  assertRefused(await ask(head, ...Array(5).fill(chunk), '0\r\n\r\n'), 413, 'payload_too_large')
})

test('a body that announces too large a size is refused before it is sent', async () => {
  const head = `POST /auth/register HTTP/1.1\r\n${close}Content-Type: application/json\r\n`
  for (const length of ['16385', '10000000000', '9'.repeat(19)]) {
    const answer = await ask(`${head}Content-Length: ${length}\r\n\r\n`)
    assertRefused(answer, 413, 'payload_too_large')
  }
})

test('a request that breaks off halfway does nothing', async () => {
  const email = newEmail()
  const password = 'correct horse battery'
  const body = { email, password, passwordConfirmation: password }
  const bytes = requestBytes(service, { path: '/auth/register', body })
  const socket = await connectTo(service)
  socket.write(bytes.subarray(0, -1))
  await sleep(100)
  socket.destroy()
  await sleep(100)
  assert.equal((await register(service, { email, password })).email, email)
})

test('pipelined requests are answered one by one', async () => {
  const live = `GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const wire = await converse(service, live + live, `GET /health/live HTTP/1.1\r\n${close}\r\n`)
  assert.equal(wire.split('{"status":"ok"}').length - 1, 3)
})

test('headers have five seconds to arrive', async () => {
  for (const { answer, tookMs, ranMs } of [await slowHeaders, await silence]) {
    assertRefused(answer, 408, 'request_timeout')
    assert.ok(tookMs >= 4_900 && ranMs < 8_000, `${tookMs} ms, ${ranMs} of them let run`)
  }
})

test('a request has ten seconds to arrive', async () => {
  const { answer, tookMs, ranMs } = await slowBody
  assertRefused(answer, 408, 'request_timeout')
  assert.ok(tookMs >= 9_900 && ranMs < 13_000, `${tookMs} ms, ${ranMs} of them let run`)
})
