import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { type Federated, signInWith, startFederated } from '../support/federation.ts'
import { exchange, newEmail, tokensOf } from '../support/people.ts'
import type { Faults } from '../support/provider.ts'
import { timed } from '../support/timed.ts'

const discovery = '/.well-known/openid-configuration'

/** Answers one path in this way. */
const at =
  (path: string, act: (response: ServerResponse) => void) =>
  ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    if (!url.startsWith(path)) return false
    act(response)
    return true
  }

let bytesTaken = 0
const hundredMebibytes = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"issuer":"')
  const chunk = Buffer.alloc(2 ** 16, 0x61)
  const more = () => {
    if (response.destroyed || bytesTaken > 100 * 2 ** 20) return
    bytesTaken += chunk.length
    if (response.write(chunk)) setImmediate(more)
    else response.once('drain', more)
  }
  more()
}
const never = () => {}
let trapped = 0
const trap = (response: ServerResponse) => {
  trapped++
  response.end('{}')
}

/** What each provider does, and what the application is told. */
const hostile: Record<string, { faults: Faults; error: string }> = {
  misnamed: {
    faults: { metadata: (metadata) => ({ ...metadata, issuer: 'https://accounts.example.com' }) },
    error: 'server_error',
  },
  redirecting: {
    faults: {
      answer: (request, response) =>
        at(discovery, () => response.writeHead(302, { location: '/elsewhere' }).end())(request, response) ||
        at('/elsewhere', trap)(request, response),
    },
    error: 'server_error',
  },
  huge: { faults: { answer: at(discovery, hundredMebibytes) }, error: 'server_error' },
  hugetoken: { faults: { answer: at('/token', hundredMebibytes) }, error: 'server_error' },
  silent: { faults: { answer: at(discovery, never) }, error: 'temporarily_unavailable' },
  keyless: { faults: { answer: at('/jwks', never) }, error: 'temporarily_unavailable' },
  gone: {
    faults: { answer: at(discovery, (response) => response.destroy()) },
    error: 'temporarily_unavailable',
  },
  broken: {
    faults: { answer: at(discovery, (response) => response.end('{"issuer":')) },
    error: 'server_error',
  },
  failing: {
    faults: { answer: at('/token', (response) => response.writeHead(500).end()) },
    error: 'server_error',
  },
  switching: {
    faults: { answer: at(discovery, (response) => response.writeHead(101, { upgrade: 'h2c' }).end()) },
    error: 'temporarily_unavailable',
  },
  numberless: {
    faults: { answer: at('/token', (response) => response.writeHead(999).end()) },
    error: 'server_error',
  },
  // a name that leads to this very machine, and an address of the network behind
  inward: {
    faults: {
      metadata: ({ token_endpoint, ...metadata }) => ({
        ...metadata,
        token_endpoint: String(token_endpoint)
          .replace('127.0.0.1', 'localhost')
          .replace(/token$/, 'trap'),
      }),
      answer: at('/trap', trap),
    },
    error: 'server_error',
  },
  cloud: {
    faults: {
      metadata: (metadata) => ({ ...metadata, jwks_uri: 'http://169.254.169.254/latest/meta-data/' }),
    },
    error: 'server_error',
  },
}

const ids = ['good', ...Object.keys(hostile)]
const service: Federated<string> = await startFederated(Object.fromEntries(ids.map((id) => [id, {}])))
for (const [id, { faults }] of Object.entries(hostile)) service.providers[id]!.faults = faults

const signIn = (id: string) => {
  const subject = randomUUID()
  service.providers[id]!.people.set(subject, { email: newEmail(), email_verified: true })
  return signInWith(service, id, subject)
}

test('a misbehaving provider breaks only its own sign-ins, in time', async () => {
  const ending = Promise.all(
    Object.entries(hostile).map(async ([id, { error }]) => {
      const answer = await signIn(id)
      assert.deepEqual([id, answer.code, answer.error], [id, undefined, error])
    }),
  )
  // while the silent ones are still waited for
  const tookMs = await timed(async () => {
    const { code } = await signIn('good')
    tokensOf(await exchange(service, code as string))
  })
  assert.ok(tookMs < 5_000, `${tookMs} ms`)
  await ending
  assert.ok(bytesTaken < 20 * 2 ** 20, `${bytesTaken} bytes were taken`)
  assert.equal(trapped, 0)
})

test('the log names the provider and the reason, and nothing it sent', () => {
  const lines = service.logs.map((line) => JSON.parse(line)).filter(({ provider }) => provider)
  const whyOf = Object.fromEntries(lines.map(({ provider, why }) => [provider, why]))
  assert.deepEqual(Object.keys(whyOf).sort(), Object.keys(hostile).sort())
  assert.match(whyOf.silent, /is away$/)
  assert.match(whyOf.inward, /localhost is not on the public internet/)
  assert.match(whyOf.cloud, /169\.254\.169\.254 is not on the public internet/)
  assert.ok(!service.logs.join('').includes('aaaaaaaa'))
})

test('a recovered provider can be used again', async () => {
  service.providers.failing!.faults = {}
  assert.ok((await signIn('failing')).code)
})
