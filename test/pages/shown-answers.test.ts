import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '../../src/platform/errors.ts'
import { accountPages, mailedPages } from '../../src/web/pages/pages.ts'
import { newBrowser } from '../support/browser.ts'
import { startFederated } from '../support/federation.ts'
import { register } from '../support/people.ts'
import { connectTo, readAnswer, readToEnd } from '../support/raw-socket.ts'
import { shiftRows } from '../support/time.ts'
import { visitorsOf } from '../support/visitors.ts'

const service = await startFederated({ acme: {} })
const provider = '/auth/oauth/acme'
const pages = [...mailedPages, ...accountPages]
const forms = pages.filter(({ acts }) => acts).map(({ path }) => path)
/** Wherever a browser is led, or a person may type. */
const paths = [
  ...pages.map(({ path }) => path),
  '/',
  '/changelog',
  '/docs',
  provider,
  `${provider}/callback`,
  '/nothing',
  '/account/nothing',
]

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de' }

type Shown = { status: number; headers: Headers; text: string }

const ask = async (path: string, init: RequestInit = {}): Promise<Shown> => {
  const headers = { ...asBrowser, ...(init.headers as object) }
  const response = await fetch(service.address + path, { redirect: 'manual', ...init, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** In the person's language, with what happened, and a way on. */
const assertPage = ({ status, headers, text }: Shown, name: string) => {
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8', `${name}: ${text.slice(0, 200)}`)
  assert.match(text, /<html lang="de">/, name)
  assert.match(text, /<h1>[^<]{4,}<\/h1>\n<p>[^<]{10,}/, name)
  assert.match(/<main>.*<\/main>/s.exec(text)?.[0] ?? '', /<a href="[^"]+">[^<]+<\/a>/, name)
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'.*form-action 'self'[^,]*$/,
    name,
  )
  assert.match(headers.get('cache-control') ?? '', /no-store/, name)
  return status
}

const manners: Record<
  string,
  [status: number, of: readonly string[], ask: (path: string) => Promise<Shown>]
> = {
  'an address that is too long': [
    414,
    paths,
    (path) => ask(`${path}?${'x'.repeat(path.endsWith('/callback') ? 10_300 : 2_100)}`),
  ],
  'another method': [405, pages.map(({ path }) => path), (path) => ask(path, { method: 'PUT' })],
  'a form from another site': [
    403,
    forms,
    (path) =>
      ask(path, { method: 'POST', body: new URLSearchParams(), headers: { 'sec-fetch-site': 'cross-site' } }),
  ],
  'a form that is none': [
    415,
    forms,
    (path) => ask(path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
  ],
  'a form that is too large': [
    413,
    forms,
    (path) => ask(path, { method: 'POST', body: new URLSearchParams({ x: 'x'.repeat(20_000) }) }),
  ],
  'an address that nobody can read': [400, paths, (path) => ask(`${path}%zz`)],
  'nothing there': [404, ['/nothing', '/account/nothing', '/auth/oauth/nothing'], (path) => ask(path)],
}

for (const [name, [status, of, shownBy]] of Object.entries(manners))
  test(`${name} is answered with a page, wherever a person may be`, async () => {
    for (const path of of) assert.equal(assertPage(await shownBy(path), path), status, path)
  })

test('too large headers get a page, but those of a few applications on one host are accepted', async () => {
  const send = async (bytes: number, more: string) => {
    const socket = await connectTo(service)
    const wire = readToEnd(socket)
    socket.write(
      `GET /account/sign-in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}Cookie: a=${'x'.repeat(bytes)}\r\n\r\n`,
    )
    return readAnswer(await wire)
  }
  const html = 'Accept: text/html,*/*\r\nAccept-Language: de\r\n'
  assert.equal((await send(12 * 1024, html)).status, 200)
  assert.equal(assertPage(await send(20 * 1024, html), '431'), 431)
  const toProgram = await send(20 * 1024, '')
  assert.deepEqual([toProgram.status, toProgram.body.code], [431, 'headers_too_large'])
})

/** With a database that fails, wherever one is asked. */
const failing = async (error: Error, work: () => Promise<unknown>) => {
  const { db } = service.deps
  const { run, transaction } = db
  const fail = async () => {
    throw error
  }
  Object.assign(db, { run: fail, transaction: fail })
  try {
    await work()
  } finally {
    Object.assign(db, { run, transaction })
  }
}

test('bugs and outages get a page', async () => {
  const { visitorOf, at } = visitorsOf(service)
  const browser = await visitorOf(await register(service))
  const jar = browser.cookies.get(service.address)!
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const [status, error] of [
    [500, new Error('a bug of the tests')],
    [503, unavailable()],
  ] as const)
    await failing(error, async () => {
      for (const path of ['', '/sessions', '/sign-in', '/verify-email?token=sp_ev_x', '/continue']) {
        const shown = await ask(new URL(at(path)).pathname + new URL(at(path)).search, {
          headers: { cookie },
        })
        if (path.includes('token')) assertPage(shown, path)
        else assert.equal(assertPage(shown, path), status, path)
      }
    })
})

test('people who return from a provider too late, or a second time, read what to do', async () => {
  const stranger = newBrowser()
  const late = await stranger.open(`${service.address}${provider}/callback?state=x&code=y`)
  assert.match(late.text, /<h1>Sign in<\/h1>/)
  assert.match(late.text, /That took too long/)
  const { visitorOf } = visitorsOf(service)
  const browser = await visitorOf(await register(service))
  const again = await browser.open(`${service.address}${provider}/callback?state=x&code=y`)
  assert.match(again.text, /<h1>Your account<\/h1>/)
})

test('reloading the return address of a provider ends nobody’s visit', async () => {
  service.providers.acme.people.set('ida', { email: 'ida@example.com', email_verified: true })
  const browser = newBrowser()
  browser.cookies.set(service.providers.acme.issuer, new Map([['person', 'ida']]))
  const start = `${service.address}/account/provider?provider=acme`
  const there = await browser.open(start, `${service.address}/account/signed-in`)
  for (const _ of ['once', 'and once more']) {
    assert.match((await browser.open(there.url.href)).text, /<h1>Your account<\/h1>/)
    // a code that comes again later is a stolen one
    await shiftRows(service, 5)
  }
  assert.match((await browser.open(`${service.address}/account`)).text, /<h1>Your account<\/h1>/)
  const elsewhere = await newBrowser().open(there.url.href)
  assert.match(elsewhere.text, /That took too long/)
})

test('programs get JSON', async () => {
  const { headers } = await ask('/nothing', { headers: { accept: '*/*' } })
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  const api = await ask('/users/me')
  assert.match(api.headers.get('content-type') ?? '', /^application\/json/)
})
