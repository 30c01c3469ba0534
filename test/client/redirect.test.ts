import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, memoryStorage, Offline } from '../../packages/client/src/index.ts'

const url = 'https://accounts.example.com'
const redirectUri = 'https://app.example.com/signed-in'
const mismatch = { code: 'redirect_mismatch' }

/** A client whose browser is away at the service's page. */
const leave = async (issuer?: string) => {
  const asked: string[] = []
  const sallyport = createClient({
    url,
    storage: 'memory',
    ...(issuer !== undefined && { issuer }),
    fetch: async (target) => {
      asked.push(`${target}`)
      return Response.json({}, { status: 500 })
    },
  })
  const state = new URL(await sallyport.startRedirect({ redirectUri })).searchParams.get('state') ?? ''
  const backFrom = (iss?: string) =>
    `${redirectUri}?${new URLSearchParams({ code: 'a-code', state, ...(iss !== undefined && { iss }) })}`
  return { sallyport, asked, backFrom }
}

test('an answer of another service is refused without a request', async () => {
  for (const iss of ['https://evil.example', `${url}.evil.example`, `${url}/other`, 'not an address', '']) {
    const { sallyport, asked, backFrom } = await leave()
    await assert.rejects(sallyport.finishRedirect(backFrom(iss)), mismatch, iss)
    assert.deepEqual(asked, [])
  }
})

test('an answer of the service is accepted, with its own name or without one', async () => {
  for (const [issuer, iss] of [
    [undefined, url],
    [undefined, `${url}/`],
    [undefined, undefined],
    ['https://accounts.example.org', 'https://accounts.example.org'],
  ] as const) {
    const { sallyport, asked, backFrom } = await leave(issuer)
    await assert.rejects(sallyport.finishRedirect(backFrom(iss)))
    assert.deepEqual(asked, [`${url}/auth/token`])
  }
  const { sallyport, backFrom } = await leave('https://accounts.example.org')
  await assert.rejects(sallyport.finishRedirect(backFrom(url)), mismatch)
})

test('a sign-in cannot end as a link', async () => {
  const { sallyport, asked, backFrom } = await leave()
  await assert.rejects(sallyport.identities.finishLink(backFrom(url)), mismatch)
  assert.deepEqual(asked, [])
})

/** Tabs of one browser, and a service that answers as the test says. */
const openTabs = () => {
  const storage = memoryStorage()
  const [asked, answers] = [[] as string[], [] as (() => Response | Promise<Response>)[]]
  const accounts: typeof answers = []
  const open = () =>
    createClient({
      url,
      storage,
      fetch: async (target, init) => {
        if (!`${target}`.endsWith('/auth/token')) return (accounts.shift() ?? ada)()
        asked.push(JSON.parse(`${init?.body}`).code)
        return (answers.shift() ?? signedIn)()
      },
    })
  const start = async (tab = open(), provider?: string) => {
    const leaving = await tab.startRedirect({ redirectUri, ...(provider !== undefined && { provider }) })
    const state = new URL(leaving).searchParams.get('state')
    return `${redirectUri}?${new URLSearchParams({ code: `code ${asked.length}`, state: `${state}` })}`
  }
  return { storage, asked, answers, accounts, open, start }
}

const ada = () => Response.json({ id: 'ada', email: 'ada@example.com' })

const signedIn = () => {
  const token = {
    token: 'a token',
    lastUsedAt: new Date().toISOString(),
    expiresAt: new Date().toISOString(),
  }
  return Response.json({ accessToken: token, refreshToken: token })
}

const answer = (status: number) => () => Response.json({ code: 'no', message: 'no' }, { status })

const noAnswer = () => Promise.reject(new TypeError('no network'))

test('a temporarily refused sign-in can be retried with the same address', async () => {
  const { storage, answers, open, start, asked } = openTabs()
  const location = await start()
  answers.push(answer(429), answer(429))
  await assert.rejects(open().finishRedirect(location), { status: 429 })
  await assert.rejects(open().finishRedirect(location), { status: 429 })
  assert.equal((await open().finishRedirect(location)).state, 'signed_in')
  assert.deepEqual(asked, ['code 0', 'code 0', 'code 0'])
  assert.equal(await storage.getItem('sallyport.redirect'), undefined)
})

test('a code that may have been used is not sent again', async () => {
  for (const [outcome, error] of [
    [noAnswer, Offline],
    [answer(503), { status: 503 }],
  ] as const) {
    const { answers, open, start, asked } = openTabs()
    const location = await start()
    answers.push(outcome)
    await assert.rejects(open().finishRedirect(location), error)
    await assert.rejects(open().finishRedirect(location), mismatch)
    assert.deepEqual(asked, ['code 0'])
  }
})

test('once the code was accepted, a failed call can be repeated without sending it', async () => {
  for (const outcome of [answer(503), answer(429), noAnswer]) {
    const { storage, accounts, open, start, asked } = openTabs()
    const location = await start()
    accounts.push(outcome, outcome)
    await assert.rejects(open().finishRedirect(location))
    assert.ok(await open().isSignedIn())
    assert.doesNotMatch(`${await storage.getItem('sallyport.redirect')}`, /verifier/)
    await assert.rejects(open().finishRedirect(location))
    const step = await open().finishRedirect(location)
    assert.equal(step.state === 'signed_in' && step.account.email, 'ada@example.com')
    assert.deepEqual(asked, ['code 0'])
    await assert.rejects(open().finishRedirect(location), mismatch)
    assert.equal(await storage.getItem('sallyport.redirect'), undefined)
  }
})

test('after a sign-out an accepted code is not sent again, and the redirect is over', async () => {
  const { storage, accounts, open, start, asked } = openTabs()
  const location = await start()
  accounts.push(noAnswer, noAnswer)
  await assert.rejects(open().finishRedirect(location), Offline)
  await assert.rejects(open().signOut(), Offline)
  accounts.push(answer(401))
  await assert.rejects(open().finishRedirect(location), { status: 401 })
  await assert.rejects(open().finishRedirect(location), mismatch)
  assert.deepEqual(asked, ['code 0'])
  assert.equal(await storage.getItem('sallyport.redirect'), undefined)
})

test('a sign-in whose code was accepted cannot end as a link', async () => {
  const { accounts, open, start } = openTabs()
  const location = await start(open(), 'acme')
  accounts.push(noAnswer)
  await assert.rejects(open().finishRedirect(location), Offline)
  await assert.rejects(open().identities.finishLink(location), mismatch)
})

test('a code is sent once, even if the page asks twice at the same moment', async () => {
  for (const settled of [signedIn, answer(401)]) {
    const { answers, open, start, asked } = openTabs()
    const location = await start()
    answers.push(settled)
    const tab = open()
    const outcomes = await Promise.allSettled([tab.finishRedirect(location), tab.finishRedirect(location)])
    // StrictMode of React does everything twice: the second has what the first one has
    assert.deepEqual(outcomes[1], outcomes[0])
    assert.equal(outcomes[0].status, settled === signedIn ? 'fulfilled' : 'rejected')
    await assert.rejects(tab.finishRedirect(location), mismatch)
    assert.deepEqual(asked, ['code 0'])
  }
})

test('of two clients returning with one address at the same moment, only one signs in', async () => {
  const { open, start, asked } = openTabs()
  const location = await start()
  const outcomes = await Promise.allSettled([
    open().finishRedirect(location),
    open().finishRedirect(location),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  assert.deepEqual(asked, ['code 0'])
})

test('three tabs can be away at once, and each comes back once', async () => {
  const { storage, open, start } = openTabs()
  const [first, second, third, fourth] = [await start(), await start(), await start(), await start()]
  await assert.rejects(open().finishRedirect(first), mismatch)
  for (const location of [third, second, fourth]) {
    assert.equal((await open().finishRedirect(location)).state, 'signed_in')
    await assert.rejects(open().finishRedirect(location), mismatch)
  }
  assert.equal(await storage.getItem('sallyport.redirect'), undefined)
})

test('a redirect begun by an earlier version of the client comes back', async () => {
  const { storage, open, start } = openTabs()
  const location = await start()
  const [underWay] = JSON.parse(`${await storage.getItem('sallyport.redirect')}`)
  await storage.setItem('sallyport.redirect', JSON.stringify(underWay))
  assert.equal((await open().finishRedirect(location)).state, 'signed_in')
})
