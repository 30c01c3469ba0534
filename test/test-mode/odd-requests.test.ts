import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testOperations } from '../../src/test-mode/routes/operations.ts'
import { newEmail, register } from '../support/people.ts'
import { startTested } from '../support/test-mode.ts'

const service = await startTested()
// so that nothing waits for a mail
await register(service, { email: 'ada@example.com' })
await service.test.mail({ to: 'ada@example.com' })

type Sent = {
  path?: string
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  form?: Record<string, unknown>
}

const creation = { rp: { id: 'localhost' }, user: { id: 'YQ' }, challenge: 'YQ' }
const assertion = { rpId: 'localhost', challenge: 'YQ', allowCredentials: [] }
const person = { verified: false, password: 'a password of the test', externalId: 'x', twoFactor: 'totp' }
const authorization = {
  redirect_uri: `${service.url}/auth/oauth/test/callback`,
  client_id: 'sallyport',
  code_challenge: 'YQ',
  code_challenge_method: 'S256',
  state: 'a',
  nonce: 'b',
  person: 'ada@example.com',
  verified: 'true',
}

/** A request for each operation, with everything that it may say. */
const requests: [operation: string, sent: () => Sent][] = [
  ['POST /test/people', () => ({ body: { ...person, email: newEmail() } })],
  ['GET /test/people/:person/totp', () => ({ path: '/test/people/ada@example.com/totp' })],
  ['GET /test/totp', () => ({ query: { secret: 'MFRGGZDF' } })],
  ['GET /test/mails', () => ({ query: { to: 'ada@example.com', kind: 'verify-email', count: 1, wait: 0 } })],
  ['DELETE /test/mails', () => ({ query: { to: 'ada@example.com', kind: 'verify-email' } })],
  ['GET /test/clock', () => ({})],
  ['POST /test/clock', () => ({ body: { add: 'PT1S', to: undefined } })],
  ['POST /test/passkey', () => ({ body: { options: creation, origin: 'http://localhost' } })],
  ['POST /test/service-keys', () => ({ body: { name: 'desk', scopes: ['users:read'] } })],
  ['POST /test/fail', () => ({ body: { next: 503, lose: undefined, times: 1, path: '/nowhere' } })],
  ['POST /test/reset', () => ({ body: { nothing: undefined } })],
  ['GET /test/provider/authorize', () => ({ query: authorization })],
  [
    'POST /test/provider/token',
    () => ({ form: { code: 'a', client_id: 'b', redirect_uri: 'c', code_verifier: 'd' } }),
  ],
]

const long = 'x'.repeat(2_000)
const oddValues = [
  null,
  '',
  ' ',
  'x',
  long,
  '\0',
  '\ud800',
  -1,
  1.5,
  1e308,
  true,
  [],
  [null],
  [7],
  {},
  { id: null },
]
const oddTexts = ['', ' ', 'x', long, '%', '\0', '-1', '1e308', ['x', 'x'], []]

/** The same with each part in turn as something else. */
const oddly = (usual: Record<string, unknown>, values: unknown[]): Record<string, unknown>[] =>
  Object.keys(usual).flatMap((name) => values.map((value) => ({ ...usual, [name]: value })))

const textOf = (parts: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(parts).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  ).toString()

const statusOf = async (operation: string, { path, query, body, form }: Sent): Promise<number> => {
  const [method = '', url = ''] = operation.split(' ')
  const address = `${service.url}${path ?? url}${query ? `?${textOf(query)}` : ''}`
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const sent = form ? textOf(form) : body !== undefined ? JSON.stringify(body) : undefined
  const headers = sent === undefined ? {} : { 'content-type': type }
  const answer = await fetch(address, { method, headers, body: sent ?? null, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status
}

test('each operation is here', () => {
  const names = requests.map(([operation]) => operation)
  assert.deepEqual(
    names.filter((name) => !name.includes('/provider/')),
    Object.keys(testOperations),
  )
})

for (const [operation, sent] of requests)
  test(`nothing odd is a fault of ${operation}`, async () => {
    const { path, query, body, form } = sent()
    const odd = [
      {},
      ...oddly(query ?? {}, oddTexts).map((each) => ({ query: each })),
      ...oddly(form ?? {}, oddTexts).map((each) => ({ form: each })),
      ...oddly(body ?? {}, oddValues).map((each) => ({ body: each })),
      ...(body ? oddValues.map((each) => ({ body: each as never })) : []),
      ...(path ? ['%00', '%20', '%', '%FF', long] : []).map((each) => ({
        path: path?.replace('ada@example.com', each) ?? '',
      })),
    ]
    for (const each of odd) {
      const status = await statusOf(operation, each)
      assert.ok(status < 500, `${status} to ${JSON.stringify(each)}`)
    }
  })

test('nor are odd options of a passkey', async () => {
  const options = [creation, assertion, { publicKey: assertion }].flatMap((usual) => oddly(usual, oddValues))
  for (const each of options) {
    const status = await statusOf('POST /test/passkey', { body: { options: each } })
    assert.ok(status < 500, `${status} to ${JSON.stringify(each)}`)
  }
  for (const allowCredentials of [null, 'x', {}, [null], [{}], ['x']]) {
    const body = { options: { ...assertion, allowCredentials } }
    assert.equal(await statusOf('POST /test/passkey', { body }), 400, JSON.stringify(allowCredentials))
  }
})

test('a parameter of the provider that is there twice is refused', async () => {
  for (const name of Object.keys(authorization)) {
    const query = { ...authorization, [name]: ['a', 'b'] }
    assert.equal(await statusOf('GET /test/provider/authorize', { query }), 400, name)
  }
  assert.equal(await statusOf('GET /test/provider/authorize', { query: authorization }), 302)
})
