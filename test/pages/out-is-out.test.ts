import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createClient } from '../../packages/client/src/index.ts'
import { type Browser, newBrowser } from '../support/browser.ts'
import { appUrl, startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { get, send } from '../support/http.ts'
import { register, tokensOf } from '../support/people.ts'
import { titleOf, visitorsOf } from '../support/visitors.ts'

const service = await startFederated({})
const { at, press, visitorOf } = visitorsOf(service)

/** Signs in to an application by the visit that goes on in a browser. */
const enter = async (browser: Browser): Promise<string> => {
  const app = await newApplication(service)
  const { url } = await browser.open(app.start(), appUrl)
  return tokensOf(await app.exchange(url.searchParams.get('code') ?? '')).accessToken
}

const idOf = async (token: string): Promise<string> => {
  const { body } = await get(service, '/users/me/sessions', token)
  return body.find(({ current }: { current: boolean }) => current).id
}

const isOpen = async (token: string) => (await get(service, '/users/me', token)).status === 200

/** Whether a browser still opens the account, and gets codes for applications, without signing in. */
const isIn = async (browser: Browser) => {
  const opened = await Promise.all(
    ['', '/passkeys/add', '/data'].map(async (path) => titleOf(await browser.open(at(path))) !== 'Sign in'),
  )
  const { url } = await browser.open((await newApplication(service)).start(), appUrl)
  assert.equal(new Set([...opened, url.href.startsWith(appUrl)]).size, 1)
  return opened[0] === true
}

type Situation = { browser: Browser; shop: string; blog: string; person: { email: string; password: string } }

/** By way out of the shop, what else ends: the visit on the pages that both came from, and the session of the blog. */
const waysOut: Record<string, { does: (here: Situation) => Promise<unknown>; left: string }> = {
  'POST /auth/logout': {
    does: ({ shop }) => send(service, 'POST', '/auth/logout', { token: shop }),
    left: 'blog',
  },
  'POST /auth/logout with keepVisit': {
    does: ({ shop }) => send(service, 'POST', '/auth/logout', { token: shop, body: { keepVisit: true } }),
    left: 'blog, visit',
  },
  "DELETE of the shop's session": {
    does: async ({ shop, blog }) =>
      send(service, 'DELETE', `/users/me/sessions/${await idOf(shop)}`, { token: blog }),
    left: 'blog',
  },
  'DELETE of all sessions': {
    does: ({ shop }) => send(service, 'DELETE', '/users/me/sessions', { token: shop }),
    left: '',
  },
  'signing out on the pages': { does: ({ browser }) => press(browser, '/sign-out'), left: 'blog, shop' },
  "ending the shop's session on the pages": {
    does: async ({ browser, shop }) => press(browser, '/sessions', { act: 'end', id: await idOf(shop) }),
    left: 'blog, visit',
  },
  "ending the shop's session on the pages of another browser": {
    does: async ({ person, shop }) =>
      press(await visitorOf(person), '/sessions', { act: 'end', id: await idOf(shop) }),
    left: 'blog',
  },
  'signing out everywhere on the pages': {
    does: ({ browser }) => press(browser, '/sessions', { act: 'end-all' }),
    left: '',
  },
  'POST /auth/logout after a second sign-in on the pages': {
    does: async ({ browser, person, shop }) => {
      const again = await newApplication(service, { prompt: 'login' })
      await browser.submit(await browser.open(again.start()), person, appUrl)
      await send(service, 'POST', '/auth/logout', { token: shop })
    },
    left: 'blog',
  },
}

suite('signing out', () => {
  for (const [way, { does, left }] of Object.entries(waysOut)) {
    test(`after ${way}, these sessions remain: ${left || 'none'}`, async () => {
      const person = await register(service)
      const credentials = { email: person.email, password: person.password }
      const browser = await visitorOf(credentials)
      const [shop, blog] = [await enter(browser), await enter(browser)]
      assert.ok(await isIn(browser))
      await does({ browser, shop, blog, person: credentials })
      const found = [
        (await isOpen(blog)) && 'blog',
        (await isOpen(shop)) && 'shop',
        (await isIn(browser)) && 'visit',
      ]
      assert.equal(found.filter(Boolean).join(', '), left)
    })
  }
})

test('a session that came from no visit ends no other', async () => {
  const { accessToken, ...person } = await register(service)
  const browser = await visitorOf(person)
  assert.equal((await send(service, 'POST', '/auth/logout', { token: accessToken })).status, 204)
  assert.ok(await isIn(browser))
})

test('the client signs out of the pages, too, unless told to keep the visit', async () => {
  for (const keepVisit of [false, true]) {
    const browser = await visitorOf(await register(service))
    const sallyport = createClient({ url: service.address })
    const started = new URL(await sallyport.startRedirect({ redirectUri: appUrl }))
    const { url } = await browser.open(`${at('/sign-in')}${started.search}`, appUrl)
    await sallyport.finishRedirect(url.href)
    await sallyport.signOut({ keepVisit })
    assert.equal(await isIn(browser), keepVisit)
  }
})

test('an application can send people to sign out, who press the button and come back with its state', async () => {
  const browser = await visitorOf(await register(service))
  const there = at(`/sign-out?${new URLSearchParams({ redirect_uri: appUrl, state: 'a state' })}`)
  const page = await browser.open(there, appUrl)
  assert.equal(titleOf(page), 'Sign out')
  assert.ok(await isIn(browser))
  for (const landing of [await browser.submit(page, {}, appUrl), await browser.open(there, appUrl)])
    assert.equal(landing.url.href, `${appUrl}?state=a+state`)
  assert.ok(!(await isIn(browser)))
})

test('signing out on the pages leads to the site last signed in for, and the next person to the form', async () => {
  const { origin } = new URL(appUrl)
  const browser = await visitorOf(await register(service))
  const signOut = async () => browser.submit(await browser.open(at('/sign-out')), {}, origin)
  await enter(browser)
  assert.equal((await signOut()).url.href, `${origin}/`)
  await visitorOf(await register(service), browser)
  assert.equal(titleOf(await signOut()), 'Sign in')
  // signed out by the application meanwhile
  await visitorOf(await register(service), browser)
  await send(service, 'POST', '/auth/logout', { token: await enter(browser) })
  await visitorOf(await register(service), browser)
  assert.equal(titleOf(await signOut()), 'Sign in')
})

test('an unregistered address is never redirected to, signed out or not', async () => {
  const there = at('/sign-out?redirect_uri=https://elsewhere.example.com/')
  for (const browser of [newBrowser(), await visitorOf(await register(service))])
    assert.equal((await browser.open(there)).status, 400)
})
