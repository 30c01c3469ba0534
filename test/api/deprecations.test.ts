import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteOptions } from 'fastify'
import type { Deprecation } from '../../contract/deprecations.ts'
import { buildApp } from '../../src/app.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { addCalls, listCalls } from '../../src/web/changelog/deprecations/queries.ts'
import { published } from '../../src/web/changelog/published.ts'
import { openapiOf } from '../../tools/openapi/openapi.ts'
import { get, post, send } from '../support/http.ts'
import { register as newAccount, refresh } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const me: Deprecation = {
  operation: 'GET /users/me',
  since: '2026-03-05',
  sunset: '2027-03-05',
  reason: 'Ask for the account by its id.',
  link: '/changelog/0.1.0',
}
const password: Deprecation = {
  operation: 'POST /users/{id}/settings/2fa',
  part: { in: 'body', field: 'password' },
  since: '2026-04-01',
  reason: 'Sign in again instead.',
}
const from: Deprecation = {
  operation: 'GET /changelog/compare',
  part: { in: 'query', field: 'from' },
  since: '2026-05-01',
  sunset: '2026-12-31',
  reason: 'It will be the release before.',
  link: 'https://docs.example.com/compare?a=1&b=">',
}
const name: Deprecation = {
  operation: 'POST /auth/token',
  part: { in: 'answer', field: 'accessToken.name' },
  since: '2026-06-01',
  reason: 'It was always null.',
}

const origin = 'https://app.example.com'
const service = await startTestService()
const person = await newAccount(service)
const startDeprecating = (...deprecations: Deprecation[]) =>
  startVariant(service, {
    config: { publicUrl: 'https://id.example.com/accounts', corsOrigins: [origin] },
    published: { deprecations },
  })
const variant = await startDeprecating(me, password, from, name)
const warnings = (headers: Headers) => ['deprecation', 'sunset', 'link'].map((header) => headers.get(header))

test('a deprecated operation states since when, until when, and where to read why', async () => {
  const answer = await get(variant, '/users/me', person.accessToken)
  assert.equal(answer.status, 200)
  assert.deepEqual(warnings(answer.headers), [
    '@1772668800',
    'Fri, 05 Mar 2027 00:00:00 GMT',
    '<https://id.example.com/changelog/0.1.0>; rel="deprecation"; type="text/html", ' +
      '<https://id.example.com/changelog/0.1.0>; rel="sunset"; type="text/html"',
  ])
  const refused = await get(variant, '/users/me')
  assert.equal(refused.status, 401)
  assert.equal(refused.headers.get('deprecation'), '@1772668800')
})

test('a deprecated request field is announced only to clients that send it', async () => {
  const path = `/users/${person.userId}/settings/2fa`
  const options = { token: person.accessToken }
  const without = await post(variant, path, { other: 1 }, options)
  const broken = await post(variant, path, '{"password":', options)
  for (const { headers } of [without, broken]) assert.deepEqual(warnings(headers), [null, null, null])
  const sent = await post(variant, path, { password: person.password }, options)
  assert.equal(sent.status, 201)
  assert.deepEqual(warnings(sent.headers), [
    '@1775001600',
    null,
    '<https://id.example.com/accounts/changelog>; rel="deprecation"; type="text/html"',
  ])
})

test('a deprecated parameter is announced, and no address escapes the brackets of its Link header', async () => {
  const answer = await get(variant, '/changelog/compare?from=0.0.0&to=0.0.0')
  assert.equal(answer.status, 200)
  const [, sunset, link] = warnings(answer.headers)
  assert.equal(sunset, 'Thu, 31 Dec 2026 00:00:00 GMT')
  assert.match(link ?? '', /^<https:\/\/docs\.example\.com\/compare\?a=1&b=%22%3E>; rel="deprecation"/)
  assert.deepEqual(warnings((await get(variant, '/changelog/compare?to=0.0.0')).headers), [null, null, null])
})

test('a deprecated answer field is announced to everybody', async () => {
  const answer = await refresh(variant, person.refreshToken)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('deprecation'), '@1780272000')
})

test('pages of other origins may read the announcement', async () => {
  const { headers } = await send(variant, 'GET', '/health/live', { headers: { origin } })
  assert.equal(
    headers.get('access-control-expose-headers'),
    'X-Request-Id, Retry-After, Deprecation, Sunset, Link',
  )
})

test('successful calls are counted by program, and nothing about a person is kept', async () => {
  const counting = await startDeprecating(me)
  const asking = (headers: Record<string, string>, token?: string, method = 'GET') =>
    send(counting, method, '/users/me', { ...(token && { token }), headers })
  const { accessToken } = await newAccount(service)
  const { calls: before = 0 } = (await callsOf(me))['AcmeApp/3.2'] ?? {}
  const phone = 'AcmeApp/3.2.1 (iPhone of Ada Lovelace; id=4711)'
  for (let n = 0; n < 3; n++) await asking({ 'user-agent': phone }, accessToken)
  await asking({ 'user-agent': phone }, accessToken, 'HEAD')
  await asking({ 'user-agent': phone })
  await asking({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }, accessToken)
  await asking({ 'user-agent': 'Mozilla/5.0', origin }, accessToken)
  await asking({ 'user-agent': 'Mozilla/5.0', origin: 'https://evil.example' }, accessToken)
  await asking({ 'user-agent': '<script>' }, accessToken)
  await asking({ 'user-agent': `${'x'.repeat(41)}/1` }, accessToken)
  await counting.stop()
  const counted = await callsOf(me)
  assert.equal(counted['AcmeApp/3.2']!.calls - before, 4)
  assert.equal(counted['a browser']!.calls, 2)
  assert.equal(counted[origin]!.calls, 1)
  assert.equal(counted.unnamed!.calls, 1)
  assert.doesNotMatch(JSON.stringify(counted), /Ada|4711|evil|script/)
  const said = service.logs.filter((line) => line.includes('something deprecated is still called'))
  assert.match(said.at(-1) ?? '', /"thing":"GET \/users\/me","client":"AcmeApp\/3\.2","calls":4/)
})

test('made-up names are not counted, and operations that are no longer called are forgotten', async () => {
  const thing = 'GET /flooded'
  const flood = (prefix: string) =>
    addCalls(
      service.deps.db,
      Array.from({ length: 200 }, (_, n) => ({ thing, client: `${prefix}${n}`, calls: 2 })),
    )
  await Promise.all(['a', 'b', 'c'].map(flood))
  await flood('d')
  await addCalls(service.deps.db, [{ thing, client: 'a0', calls: 1 }])
  const rows = (await listCalls(service.deps.db)).filter((row) => row.thing === thing)
  assert.ok(rows.length <= 301, `${rows.length} clients were kept`)
  assert.equal(
    rows.reduce((sum, { calls }) => sum + calls, 0),
    4 * 200 * 2 + 1,
  )
  await shiftRows(service, 89 * 86_400)
  await runJobs(service.deps, jobs)
  assert.notDeepEqual(await listCalls(service.deps.db), [])
  await shiftRows(service, 2 * 86_400)
  await runJobs(service.deps, jobs)
  assert.deepEqual(await listCalls(service.deps.db), [])
})

test('an empty register adds no hook to any route', async () => {
  const routes: RouteOptions[] = []
  const empty = { ...published, deprecations: [] }
  await (await buildApp(service.deps, (route) => routes.push(route), empty)).close()
  assert.ok(routes.length > 20)
  assert.deepEqual(
    // HEAD has one of Fastify's own
    routes.filter(({ method, onSend, onResponse }) => (onSend && method !== 'HEAD') || onResponse),
    [],
  )
  const { headers } = await get(service, '/users/me', (await newAccount(service)).accessToken)
  assert.deepEqual(warnings(headers), [null, null, null])
})

test('a password sent as an inline proof is deprecated in favour of POST /auth/proof', async () => {
  const person = await newAccount(service)
  const path = `/users/${person.userId}/settings/2fa`
  const { password } = person
  const old = await post(service, path, { password }, { token: person.accessToken })
  assert.equal(old.status, 201)
  assert.match(String(old.headers.get('deprecation')), /^@\d+$/)
  const now = await post(service, path, {}, { token: person.accessToken })
  assert.deepEqual([now.status, now.headers.get('deprecation')], [201, null])
})

test('an invalid register stops the start', async () => {
  const start = (deprecation: Deprecation) =>
    buildApp(service.deps, () => {}, { ...published, deprecations: [deprecation] })
  await assert.rejects(start({ ...me, operation: 'GET /users/you' }), /no operation GET \/users\/you/)
  await assert.rejects(start({ ...me, sunset: '2026-03-04' }), /GET \/users\/me cannot be deprecated/)
  await assert.rejects(start({ ...me, since: 'soon' }), /since soon/)
})

test('the OpenAPI document marks what the register names, and nothing else', async () => {
  const routes: RouteOptions[] = []
  await (await buildApp(service.deps, (route) => routes.push(route))).close()
  // biome-ignore lint/suspicious/noExplicitAny: a whole document
  const document = openapiOf(routes, '1.0.0', [me, password, from, name]) as any
  const { paths } = document
  assert.equal(paths['/users/me'].get.deprecated, true)
  const { requestBody } = paths['/users/{id}/settings/2fa'].post
  assert.equal(requestBody.content['application/json'].schema.properties.password.deprecated, true)
  const [marked, other] = paths['/changelog/compare'].get.parameters
  assert.deepEqual([marked.name, marked.deprecated, other.deprecated], ['from', true, undefined])
  assert.deepEqual(paths['/auth/token'].post.responses[200].content['application/json'].schema, {
    $ref: '#/components/schemas/CompletedSignIn',
    properties: { accessToken: { properties: { name: { deprecated: true } } } },
  })
  assert.equal(JSON.stringify(document).match(/"deprecated":true/g)?.length, 4)
  const unknown = { ...password, part: { in: 'body', field: 'passwort' } } as const
  assert.throws(() => openapiOf(routes, '1.0.0', [unknown]), /is not in the interface/)
})

const callsOf = async ({ operation }: Deprecation) => {
  const rows = await listCalls(service.deps.db)
  const ofThing = rows.filter(({ thing }) => thing === operation)
  return Object.fromEntries(ofThing.map((row) => [row.client, row]))
}
