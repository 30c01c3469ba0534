import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newEmail } from '../support/people.ts'
import { connectTo, readAnswer, readToEnd } from '../support/raw-socket.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const { host } = new URL(service.address)
const password = 'a password of the tests'

const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, `Host: ${host}`, ...lines, '', ''].join('\r\n')
const json = 'Content-Type: application/json'
const text = 'Content-Type: text/plain'
const form = 'Content-Type: application/x-www-form-urlencoded'
const chunked = 'Transfer-Encoding: chunked'
const live = `GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`
const noise = '\u0001\u0002\r\n\r\n'

/** What is written, piece by piece, and how it is answered before the line is broken. */
const broken: Record<string, [pieces: string[], answers: number[]]> = {
  'half a body': [[head('/auth/register', json, 'Content-Length: 100'), '{"a":'], [400]],
  'half a form': [[head('/account/forgot-password', form, 'Content-Length: 100'), 'a='], [400]],
  'half a body for nobody': [[`${head('/nowhere', json, 'Content-Length: 100')}{"a":`], [404]],
  'half a chunk': [[head('/auth/register', json, chunked), '10\r\n{"a":'], [400]],
  'half a body that was waited for': [
    [head('/auth/register', json, 'Content-Length: 100', 'Expect: 100-continue'), '{"a":'],
    [100, 400],
  ],
  'half a body with an odd expectation': [
    [head('/auth/register', json, 'Content-Length: 100', 'Expect: miracles'), '{"a":'],
    [400],
  ],
  'chunks that are none': [[head('/auth/register', json, chunked), 'zz\r\n{"a":'], [400]],
  'half a body of a wrong type': [[head('/auth/register', text, 'Content-Length: 100'), '{"a":'], [415]],
  'half a body of a wrong type, all at once': [
    [`${head('/auth/register', text, 'Content-Length: 100')}{"a":`],
    [415],
  ],
  'half a body of a wrong type on a page': [
    [head('/account/forgot-password', json, 'Content-Length: 100'), 'a='],
    [415],
  ],
  'wrong chunks of a wrong type': [[head('/auth/register', text, chunked), 'zz\r\n'], [415]],
  'half a body by a wrong method': [[head('/users/me', json, 'Content-Length: 100'), '{"a":'], [405]],
  'half a body that is too large': [[head('/auth/register', json, 'Content-Length: 99999'), '{"a":'], [413]],
  'half a body of too long an address': [
    [head(`/${'a'.repeat(3_000)}`, json, 'Content-Length: 100'), '{"a":'],
    [414],
  ],
  'more than was announced': [[`${head('/auth/register', json, 'Content-Length: 2')}{}{"a":"b"}`], [422]],
  'more than was announced, later': [[head('/auth/register', json, 'Content-Length: 2'), '{}', 'x'], [422]],
  'more than was announced of a wrong type': [
    [head('/auth/register', text, 'Content-Length: 2'), '{}', '"a":"b"}'],
    [415],
  ],
  'half a head': [[`POST /auth/register HTTP/1.1\r\nHost: ${host}\r\nX-`], [400]],
  'noise after an answer': [
    [live, noise],
    [200, 400],
  ],
  'noise behind a request': [[live + noise], [200]],
  'half a head after an answer': [
    [live, live.slice(0, -9)],
    [200, 400],
  ],
  'half a body behind a request': [
    [`${live}${head('/auth/register', json, 'Content-Length: 100')}{"a":`],
    [200, 400],
  ],
}

const answersIn = (wire: string) =>
  [...wire.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

/** The same of a connection that ended in peace: each answer, but an interim one, is as long as it says. */
const wholeAnswersIn = (wire: string): number[] => {
  if (wire === '') return []
  const { status, headers, text } = readAnswer(wire)
  const length = status < 200 ? 0 : Number(headers.get('content-length') ?? assert.fail(wire))
  return [status, ...wholeAnswersIn(Buffer.from(text).subarray(length).toString())]
}

/** Lines of the log since then by which somebody would be woken. */
const alarmsSince = (start: number) =>
  service.logs.slice(start).filter((line) => /"level":"(warn|error|fatal)"|"stack"/.test(line))

for (const [what, [pieces, answers]] of Object.entries(broken)) {
  test(`${what}: one answer, and no alarm`, async () => {
    const start = service.logs.length
    for (const leave of ['end', 'resetAndDestroy'] as const) {
      const socket = await connectTo(service)
      const wire = readToEnd(socket)
      for (const piece of pieces) {
        socket.write(piece)
        await sleep(40)
      }
      socket[leave]()
      const answered = answersIn(await wire)
      // gone at once, they may have missed the last answer
      if (leave === 'end') assert.deepEqual(wholeAnswersIn(await wire), answers)
      else assert.deepEqual(answered, answers.slice(0, answered.length))
    }
    await sleep(40)
    assert.deepEqual(alarmsSince(start), [])
  })
}

test('endless noise behind a pending request is logged once', async () => {
  const start = service.logs.length
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  const body = JSON.stringify({ email: newEmail(), password, passwordConfirmation: password })
  const socket = await connectTo(service)
  const wire = readToEnd(socket)
  socket.write(head('/auth/register', json, `Content-Length: ${body.length}`) + body)
  for (let time = 0; time < 30 && socket.writable; time++) {
    socket.write(noise)
    await sleep(1)
  }
  assert.deepEqual(answersIn(await wire), [201])
  process.off('warning', note)
  assert.deepEqual(warnings, [])
  assert.deepEqual(alarmsSince(start), [])
})

test('a client that disconnects during or before an answer raises no alarm', async () => {
  const start = service.logs.length
  const large = `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  for (const leaving of Array.from({ length: 50 }, (_, index) => index % 2)) {
    const socket = await connectTo(service)
    socket.on('error', () => {})
    socket.write(large.repeat(20))
    if (leaving) await sleep(1)
    socket.resetAndDestroy()
  }
  await sleep(200)
  assert.deepEqual(alarmsSince(start), [])
})

test('a client that is refused and then stalls gets no second answer', async () => {
  const start = service.logs.length
  const socket = await connectTo(service)
  const wire = readToEnd(socket)
  socket.write(`${head('/auth/register', text, 'Content-Length: 100')}{"a":`)
  assert.deepEqual(answersIn(await wire), [415])
  assert.deepEqual(alarmsSince(start), [])
})
