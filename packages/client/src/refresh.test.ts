import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from './client.ts'
import type { Change } from './context.ts'
import { isRefused } from './refused.ts'
import { memoryStorage } from './store.ts'
import type { Token, TokenPair } from './wire.ts'

const token = (name: string): Token => ({
  type: 'bearer',
  name: null,
  token: name,
  abilities: ['*'],
  lastUsedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
})

const pairOf = (name: string): TokenPair => ({
  accessToken: token(name),
  refreshToken: token(`${name} again`),
})

const refused = (status: number, code: string) => Response.json({ code, message: code }, { status })

/** Two tabs that share a storage, and a service that takes every token but those of `ended` people. */
const openTabs = () => {
  const storage = memoryStorage()
  const asked: string[] = []
  const changes: Change[] = []
  const ended = new Set(['alice'])
  const held = new Map<string, Promise<unknown>>()
  let refreshed = () => refused(401, 'invalid_credentials')
  const fetch = async (target: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { grant_type: grant, email } = JSON.parse(`${init?.body ?? '{}'}`)
    if (grant === 'password') return Response.json(pairOf(email))
    const by = grant
      ? 'refresh'
      : (new Headers(init?.headers).get('Authorization') ?? '').slice('Bearer '.length)
    asked.push(`${init?.method} ${new URL(`${target}`).pathname} ${by}`)
    await held.get(by)
    if (grant) return refreshed()
    return ended.has(by) ? refused(401, 'unauthorized') : Response.json({ id: by, email: by })
  }
  const open = () =>
    createClient({
      url: 'http://service.invalid',
      storage,
      fetch,
      onChange: (change) => changes.push(change),
    })
  /** Holds back the answers to a token, or to a refresh. @returns lets them go */
  const hold = (by: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held.set(by, promise)
    return resolve
  }
  const arrived = async (line: string) => {
    for (let turns = 0; !asked.includes(line); turns++) {
      assert.ok(turns < 1_000, `nobody asked ${line}`)
      await new Promise((resume) => setImmediate(resume))
    }
  }
  const signIn = (tab: ReturnType<typeof open>, email: string) =>
    tab.signIn({ email, password: 'a password' })
  return {
    tabs: [open(), open()] as const,
    signIn,
    asked,
    changes,
    ended,
    hold,
    arrived,
    answerRefreshes: (answer: typeof refreshed) => {
      refreshed = answer
    },
  }
}

const change = 'PUT /users/me/password'
const passwords = { password: 'another password' }
const unauthorized = (error: unknown) => isRefused(error, 'unauthorized')
const calls = (asked: string[]) => asked.filter((line) => line.startsWith(change))

/** Alice changes her password after her session ended, and Bob signs in in the other tab as soon as something was asked. */
const changePerson = async (open: ReturnType<typeof openTabs>, by: string, line: string) => {
  const [one, two] = open.tabs
  open.ended.delete('alice')
  await open.signIn(one, 'alice')
  open.ended.add('alice')
  const release = open.hold(by)
  const changing = one.password.change(passwords)
  await open.arrived(line)
  await open.signIn(two, 'bob')
  open.changes.length = 0
  release()
  return changing
}

const goesOnAsBob = async ({ tabs: [one], asked, changes }: ReturnType<typeof openTabs>) => {
  assert.deepEqual(calls(asked), [`${change} alice`])
  assert.deepEqual(changes, [])
  assert.equal((await one.account.get()).email, 'bob')
}

test('a call is not repeated as somebody who signed in before it was refused', async () => {
  const open = openTabs()
  await assert.rejects(changePerson(open, 'alice', `${change} alice`), unauthorized)
  await goesOnAsBob(open)
  assert.ok(!open.asked.includes('POST /auth/token refresh'))
})

const answers = {
  'brings a pair': () => Response.json(pairOf('alice, later')),
  'is refused': () => refused(401, 'invalid_credentials'),
  'is lost': () => refused(503, 'unavailable'),
}

for (const [way, answer] of Object.entries(answers)) {
  test(`a call is not repeated as somebody who signed in during a refresh that ${way}`, async () => {
    const open = openTabs()
    open.answerRefreshes(answer)
    await assert.rejects(changePerson(open, 'refresh', 'POST /auth/token refresh'), unauthorized)
    await goesOnAsBob(open)
  })
}

test('a refresh answered without a pair is tried once more', async () => {
  const { tabs, signIn, ended, answerRefreshes } = openTabs()
  const [tab] = tabs
  await signIn(tab, 'bob')
  ended.add('bob')
  const answers = [{}, pairOf('bob again')]
  answerRefreshes(() => Response.json(answers.shift()))
  assert.equal((await tab.account.get()).id, 'bob again')
})

test('a call neither waits for another sign-in’s refresh nor uses its result', {
  timeout: 5_000,
}, async () => {
  const open = openTabs()
  const [tab] = open.tabs
  await open.signIn(tab, 'bob')
  open.ended.add('bob')
  const release = open.hold('refresh')
  const first = tab.account.get()
  await open.arrived('POST /auth/token refresh')
  open.ended.delete('alice')
  await open.signIn(tab, 'alice')
  open.ended.add('alice')
  open.hold('refresh')()
  open.answerRefreshes(() => Response.json(pairOf('alice, later')))
  assert.equal((await tab.account.get()).email, 'alice, later')
  release()
  await assert.rejects(first, unauthorized)
  assert.equal((await tab.account.get()).email, 'alice, later')
})
