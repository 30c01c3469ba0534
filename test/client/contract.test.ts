import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Client, createClient } from '../../packages/client/src/index.ts'
import { createTokenChecker, Offline } from '../../packages/client/src/server/index.ts'
import { type Asked, assertAsked } from '../support/asked.ts'
import { lendBrowser } from '../support/lent-browser.ts'
import { uses } from './uses.ts'

type Operation = { operationId: string; tags: string[] }

const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
)

const notForPeople = ['Hosted pages', 'For other services', 'The interface and its changelog', 'Health']

/** Operations that no application calls, and why. */
const reachedOtherwise: Record<string, string> = {
  getAccount: 'a person has no account but their own, which is getOwnAccount',
  finishProviderSignIn: 'the provider sends the browser there',
  finishProviderSignInByForm: 'the provider sends the browser there',
  listPasskeyOrigins: 'browsers read it',
}

/** Functions of the client that ask nothing. */
const asksNothing = ['dispose', 'isSignedIn', 'passkeys.areSupported', 'resumeEmailCode']

const url = 'https://accounts.example.com'
lendBrowser(url)
const token = (kind: string) => ({ token: `sp_${kind}_1`, lastUsedAt: '2026-01-01T00:00:00.000Z' })
const pair = { accessToken: token('at'), refreshToken: token('rt') }
const enrolment = {
  code: 'two_factor_enrolment_required',
  challenge: 'a challenge',
  methods: ['totp'],
  expiresAt: '2999-01-01',
}
const secondStep = { code: 'two_factor_required', challenge: 'a challenge', methods: ['totp'] }

/** What a passkey is asked for, to sign in and to be made. */
const ceremony = {
  publicKey: {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'accounts.example.com',
    rp: { id: 'accounts.example.com' },
    user: { id: 'dXNlcg' },
    allowCredentials: [],
    excludeCredentials: [],
    timeout: 300_000,
  },
}

/** A service that takes everything, once it has said that a token is stale. */
const start = () => {
  const asked: Asked[] = []
  const state = { isStale: false, isGuarded: false, mustEnrol: false }
  const answerTo = ({ url: { pathname }, token }: Asked): [status: number, body: object] => {
    if (token && state.isStale) {
      state.isStale = false
      return [401, { code: 'unauthorized' }]
    }
    if (pathname === '/auth/token' && state.isGuarded) {
      state.isGuarded = false
      return [401, secondStep]
    }
    if (state.mustEnrol) {
      state.mustEnrol = false
      return [403, enrolment]
    }
    return [200, { ...pair, ...ceremony, id: 'ada' }]
  }
  const sallyport = createClient({
    url,
    storage: 'memory',
    fetch: async (target, init) => {
      const headers = new Headers(init?.headers)
      const request: Asked = {
        method: init?.method ?? 'GET',
        url: new URL(`${target}`),
        token: headers.get('Authorization')?.replace('Bearer ', ''),
        body: init?.body ? JSON.parse(`${init.body}`) : undefined,
      }
      assert.equal(headers.get('Content-Type'), request.body === undefined ? null : 'application/json')
      asked.push(request)
      const [status, body] = answerTo(request)
      return new Response(JSON.stringify(body), { status })
    },
  })
  return { sallyport, asked, state }
}

/** The names of all functions: `sessions.end`. */
const namesIn = (part: object): string[] =>
  Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : namesIn(value).map((inner) => `${name}.${inner}`),
  )

/** Makes one use of a client somebody is signed in to. @returns the ids of the operations that it asked for */
const operationsOf = async (use: (typeof uses)[string][number]): Promise<string[]> => {
  const { sallyport, asked, state } = start()
  await sallyport.signIn({ email: 'ada@example.com', password: 'a password of the tests' })
  asked.length = 0
  const address = await use({ sallyport, state, asked })
  // the browser goes there
  if (typeof address === 'string')
    asked.push({ method: 'GET', url: new URL(address), token: undefined, body: undefined })
  return asked.map(assertAsked)
}

test('every function that sends requests is tested', () => {
  const names: string[] = namesIn(start().sallyport satisfies Client)
  assert.deepEqual(names.filter((name) => !asksNothing.includes(name)).sort(), Object.keys(uses).sort())
})

const reached = new Set<string>()

for (const [name, ways] of Object.entries(uses)) {
  test(`${name} matches the documented interface`, async () => {
    for (const use of ways) {
      const operations = await operationsOf(use)
      assert.notEqual(operations.length, 0)
      for (const operation of operations) reached.add(operation)
    }
  })
}

test('every operation for people is reachable', () => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const forPeople = operations.filter(({ tags }) => !tags.some((tag) => notForPeople.includes(tag)))
  const missing = forPeople.map(({ operationId }) => operationId).filter((id) => !reached.has(id))
  assert.deepEqual(missing.sort(), Object.keys(reachedOtherwise).sort())
})

test('a token checker matches the documented interface for other services', async () => {
  const asked = Promise.withResolvers<string[]>()
  // a checker's pauses do not keep a process alive
  const alive = setInterval(() => {}, 1_000)
  const operations: string[] = []
  const tokens = createTokenChecker({
    url,
    serviceKey: 'sp_sk_1',
    fetch: async (target, init) => {
      const token = new Headers(init?.headers).get('Authorization')?.replace('Bearer ', '')
      const body = init?.body ? JSON.parse(`${init.body}`) : undefined
      operations.push(assertAsked({ method: init?.method ?? 'GET', url: new URL(`${target}`), token, body }))
      // the feed's second call, which waits
      if (operations.length > 2) asked.resolve(operations)
      return Response.json({ events: [], next: '1' })
    },
  })
  await assert.rejects(tokens.check({ headers: { authorization: 'Bearer sp_at_1' } }), Offline)
  assert.deepEqual(await asked.promise, ['readFeed', 'introspectTokens', 'readFeed'])
  tokens.close()
  clearInterval(alive)
})
