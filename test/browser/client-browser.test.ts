import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Change, Client } from '../../packages/client/src/index.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { clientPage } from '../support/client-scripts.ts'
import { newEmail } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startWire, type Wire } from '../support/wire.ts'

declare const sallyport: Client
declare const location: { origin: string }

const password = 'a password of the tests'
const service = await startTestService({ REGISTRATIONS_PER_HOUR: '0' })
const open = withoutBrowser ? undefined : await startBrowser()

/** Tabs of one browser in which somebody is signed in, and the line that they share. */
const openTabs = async (count: number): Promise<{ wire: Wire; tabs: Page[]; first: Page; email: string }> => {
  const wire = await startWire(service)
  wire.files = clientPage()
  const address = `${wire.address}/app.html`
  const { page: first } = await open!(address)
  const more = Array.from({ length: count - 1 }, async () => {
    const tab = await first.context().newPage()
    await tab.goto(address)
    return tab
  })
  const tabs = [first, ...(await Promise.all(more))]
  const email = newEmail()
  await first.evaluate((person) => sallyport.register(person), { email, password })
  return { wire, tabs, first, email }
}

const account = async (tab: Page): Promise<string> =>
  tab.evaluate(() =>
    sallyport.account.get().then(
      ({ email }) => email,
      ({ name, code, cause }) => (code ? `${name} ${code}` : `${name} ${cause}`),
    ),
  )

const goStale = () => shiftRows(service, 960)

const sessionsOf = (email: string) =>
  many<{ generation: number }>(
    service.deps.db,
    sql`select generation from sessions where user_id in (select user_id from emails where canonical = ${email})`,
  )

const thefts = () =>
  many(service.deps.db, sql`select from events where type in ('session.reuse_detected', 'session.ended')`)

const isToken = (line: string) => line === 'POST /auth/token'

/** Holds back the first answer to a refresh from now on. @returns lets it go */
const holdRefresh = (wire: Wire) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  wire.holds = (line) => {
    if (!isToken(line)) return undefined
    wire.holds = () => undefined
    asked.resolve()
    return promise
  }
  return { asked: asked.promise, release: resolve }
}

const ways: Record<string, (wire: Wire, tabs: Page[]) => unknown> = {
  'on a good line': () => {},
  // were more of them lost, a tab could lose each of its own while others ask in between
  'with the first answer cut, after three seconds': (wire) => {
    let isNext = true
    wire.delayMs = (line) => (isToken(line) ? 3_000 : 0)
    wire.loses = (line) => {
      const isLost = isNext && isToken(line)
      isNext &&= !isLost
      return isLost
    }
  },
  'without locks between them': (_wire, tabs) =>
    Promise.all(
      tabs.map((tab) =>
        tab
          .evaluate(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
          .then(() =>
            tab.evaluate(async () => {
              const { createClient } = await import(`/client/${'index.ts'}`)
              Object.assign(globalThis, { sallyport: createClient({ url: location.origin }) })
            }),
          ),
      ),
    ),
}

for (const [name, prepare] of Object.entries(ways)) {
  test(`twenty tabs whose token expires at once all continue, ${name}`, {
    skip: withoutBrowser,
  }, async () => {
    const { wire, tabs, email } = await openTabs(20)
    for (const round of [1, 2]) {
      await prepare(wire, tabs)
      await goStale()
      assert.deepEqual(new Set(await Promise.all(tabs.map(account))), new Set([email]))
      assert.deepEqual(await sessionsOf(email), [{ generation: round }])
    }
    assert.deepEqual(await thefts(), [])
  })
}

/** Counts in a page how often a lock was waited for in vain. */
const countVain = `{
  const { locks } = navigator
  const request = locks.request.bind(locks)
  globalThis.inVain = 0
  locks.request = (name, options, work) => {
    let has = false
    const begin = () => {
      has = true
      return work()
    }
    return request(name, options, begin).catch((error) => {
      if (!has) inVain++
      throw error
    })
  }
}`

test('a lock that is never released delays a tab by some seconds, once', {
  skip: withoutBrowser,
}, async () => {
  const { tabs, email } = await openTabs(3)
  const [first, ...others] = tabs as [Page, ...Page[]]
  await first.evaluate(() => {
    const { pair } = JSON.parse(localStorage.sallyport)
    const name = `sallyport ${pair.accessToken.token.slice(-8)}`
    return new Promise<void>((resume) => {
      const keep = () => {
        resume()
        return new Promise(() => {})
      }
      void navigator.locks.request(name, keep)
    })
  })
  for (const tab of others) await tab.evaluate(countVain)
  const inVain = async () => (await Promise.all(others.map((tab) => tab.evaluate<number>('inVain')))).sort()
  await goStale()
  assert.deepEqual(await Promise.all(others.map(account)), [email, email])
  const once = await inVain()
  assert.equal(once[1], 1)
  await goStale()
  assert.deepEqual(await Promise.all(others.map(account)), [email, email])
  assert.deepEqual(await inVain(), once)
  assert.deepEqual(await thefts(), [])
})

test('a tab frozen during a refresh continues later, and the others at once', {
  skip: withoutBrowser,
}, async () => {
  const { wire, tabs, email } = await openTabs(3)
  const [first, ...others] = tabs as [Page, ...Page[]]
  const devtools = await first.context().newCDPSession(first)
  await goStale()
  const held = holdRefresh(wire)
  const frozen = account(first)
  await held.asked
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  held.release()
  assert.deepEqual(await Promise.all(others.map(account)), [email, email])
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  assert.equal(await frozen, email)
  assert.deepEqual(await Promise.all(tabs.map(account)), [email, email, email])
  assert.deepEqual(await thefts(), [])
})

test('signing out during a refresh lasts, in every tab', {
  skip: withoutBrowser,
}, async () => {
  const { wire, tabs, email } = await openTabs(2)
  const [first, second] = tabs as [Page, Page]
  await goStale()
  const held = holdRefresh(wire)
  const refreshing = account(second)
  await held.asked
  await first.evaluate(() => sallyport.signOut())
  held.release()
  assert.equal(await refreshing, 'Refused unauthorized')
  // the other tab may have been the last to write, and what it wrote takes a moment
  await first.waitForFunction(() => localStorage.length === 0)
  assert.equal(await second.evaluate(() => sallyport.isSignedIn()), false)
  assert.deepEqual(await sessionsOf(email), [])
  assert.equal((await thefts()).length, 1, 'the session was ended by its owner')
})

test('a tab hears of sign-ins and sign-outs in another one, and of no refresh', {
  skip: withoutBrowser,
}, async () => {
  const { tabs, email } = await openTabs(2)
  const [first, second] = tabs as [Page, Page]
  await second.evaluate(async () => {
    const { createClient } = await import(`/client/${'index.ts'}`)
    const told: string[] = []
    const onChange = ({ state, cause }: Change) => told.push(`${state} ${cause}`)
    Object.assign(globalThis, { told, listening: createClient({ url: location.origin, onChange }) })
  })
  const told = async (count: number): Promise<string[]> => {
    await second.waitForFunction(`told.length >= ${count}`)
    return second.evaluate<string[]>('told.splice(0)')
  }
  await goStale()
  await account(first)
  await first.evaluate((person) => sallyport.register(person), { email: newEmail(), password })
  await first.evaluate(() => localStorage.clear())
  await first.evaluate((person) => sallyport.signIn(person), { email, password })
  await first.evaluate(() => sallyport.signOut())
  assert.deepEqual(await told(4), [
    'signed_in elsewhere',
    'signed_out elsewhere',
    'signed_in elsewhere',
    'signed_out elsewhere',
  ])
})

test('a call continues after a refresh that took longer than a call may', {
  skip: withoutBrowser,
}, async () => {
  const { first, email } = await openTabs(1)
  await goStale()
  const answered = await first.evaluate(async () => {
    const { clientOn } = await import(`/client/${'client.ts'}`)
    const { platformOf } = await import(`/client/${'platform.ts'}`)
    const calls: AbortController[] = []
    const timeout = (ms: number) => {
      const time = new AbortController()
      // a call may take ten seconds, and has no more when the refresh begins
      if (ms === 10_000) calls.push(time)
      return time.signal
    }
    const refreshFirst: typeof fetch = (address, init) => {
      if (`${address}`.endsWith('/auth/token')) for (const call of calls.splice(0)) call.abort()
      return fetch(address, init)
    }
    const options = { url: location.origin, storage: localStorage }
    return clientOn({ ...platformOf(refreshFirst), timeout }, options).account.get()
  })
  assert.equal(answered.email, email)
})

test('a full storage refuses the sign-in, and leaves no session open', {
  skip: withoutBrowser,
}, async () => {
  const { first, email } = await openTabs(1)
  await first.evaluate(() => sallyport.signOut())
  await first.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const outcome = await first.evaluate(
    (person) =>
      sallyport.signIn(person).then(
        () => 'signed in',
        ({ name, code }) => `${name} ${code}`,
      ),
    { email, password },
  )
  assert.equal(outcome, 'Refused storage_failed')
  assert.deepEqual(await sessionsOf(email), [])
})
