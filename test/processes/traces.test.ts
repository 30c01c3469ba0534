import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import { atEnd } from '../support/at-end.ts'
import { get, send } from '../support/http.ts'
import { newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { testUnlessCitus } from '../support/unless-citus.ts'

// as a program that --import preloads does
const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
provider.register()
atEnd(() => provider.shutdown())

const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1', EMAIL_VERIFICATION: 'required' })
const untrusting = await startTestService()
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Of the request that does this, with those below it. */
const spansOf = async (name: string, act: () => Promise<unknown>): Promise<ReadableSpan[]> => {
  exporter.reset()
  await act()
  const root = exporter.getFinishedSpans().find((span) => span.name === name) ?? assert.fail(name)
  const { traceId } = root.spanContext()
  return [
    root,
    ...exporter.getFinishedSpans().filter((span) => span !== root && span.spanContext().traceId === traceId),
  ]
}

test('a request is a span by its route, with its statements and its hash below it', async () => {
  const person = await register(untrusting)
  const [root, ...below] = await spansOf('POST /auth/token', async () =>
    tokensOf(await signIn(untrusting, person)),
  )
  assert.equal(root?.kind, SpanKind.SERVER)
  assert.equal(root.attributes['http.route'], '/auth/token')
  assert.equal(root.attributes['http.response.status_code'], 200)
  const names = below.map(({ name }) => name)
  for (const name of ['findPasswordAccount', 'hash a password', 'insertSession'])
    assert.ok(names.includes(name), name)
  for (const { parentSpanContext } of below)
    assert.equal(parentSpanContext?.spanId, root.spanContext().spanId)
})

test('a trace has the id of the answer, and nothing in it identifies a person', async () => {
  const person = await register(untrusting)
  let requestId: string | null = ''
  const path = `/users/${person.userId}`
  const spans = await spansOf('GET /users/:id', async () => {
    requestId = (await get(untrusting, path, person.accessToken)).headers.get('x-request-id')
  })
  assert.deepEqual(spans[0]?.attributes['http.response.header.x-request-id'], [requestId])
  await tryToRegister(untrusting, person)
  const told = JSON.stringify(
    exporter
      .getFinishedSpans()
      .map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  )
  for (const secret of [person.userId, person.email, person.accessToken, '127.0.0.1'])
    assert.ok(!told.includes(secret), secret)
})

test('only a trusted proxy decides which trace a request belongs to', async () => {
  const ask = (at: { address: string }) => () => send(at, 'GET', '/health/live', { headers: { traceparent } })
  const [trusted] = await spansOf('GET /health/live', ask(service))
  assert.equal(trusted?.spanContext().traceId, traceparent.split('-')[1])
  assert.equal(trusted?.parentSpanContext?.spanId, traceparent.split('-')[2])
  const [untrusted] = await spansOf('GET /health/live', ask(untrusting))
  assert.notEqual(untrusted?.spanContext().traceId, traceparent.split('-')[1])
  assert.equal(untrusted?.parentSpanContext, undefined)
})

test('a delivery is a trace of its own, and background work is not traced', async () => {
  exporter.reset()
  await tryToRegister(service, { email: newEmail(), password: 'a password of the tests' })
  for (const endsMs = performance.now() + 20_000; ; await sleep(20)) {
    if (exporter.getFinishedSpans().some(({ name }) => name === 'deliver verify-email')) break
    assert.ok(performance.now() < endsMs)
  }
  const roots = exporter.getFinishedSpans().filter(({ parentSpanContext }) => !parentSpanContext)
  assert.deepEqual(
    new Set(roots.map(({ name }) => name)),
    new Set(['POST /auth/register', 'deliver verify-email']),
  )
})

testUnlessCitus('a failed span is marked, without the error’s words', async () => {
  const spans = await spansOf('POST /auth/register', async () => {
    const person = await register(untrusting)
    exporter.reset()
    await tryToRegister(untrusting, person)
  })
  const failed = spans.filter(({ status }) => status.code === SpanStatusCode.ERROR)
  assert.ok(failed.some(({ name }) => name === 'insertEmail'))
  assert.deepEqual(
    spans.flatMap(({ status, events }) => [status.message ?? [], events].flat()),
    [],
  )
})
