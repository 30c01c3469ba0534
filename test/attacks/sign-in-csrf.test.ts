import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Browser } from '../support/browser.ts'
import { appUrl, browserOf, startFederated, startUrl } from '../support/federation.ts'
import { get, post, send } from '../support/http.ts'
import { exchange, newEmail, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { countRows } from '../support/rows.ts'
import { startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startFederated({ acme: {}, globex: {} })
const second = await startSecond(service, { PORT: '0' })
const { acme, globex } = service.providers
const cookieName = 'sallyport-oauth'

/** A browser with the callback that its sign-in at Acme came to, not yet opened. */
const beforeCallback = async (): Promise<{ browser: Browser; callback: string; cookie: string }> => {
  const subject = randomUUID()
  for (const { people } of [acme, globex]) people.set(subject, { email: newEmail(), email_verified: true })
  const browser = browserOf(subject, acme, globex)
  const { url } = await browser.open(startUrl(service, 'acme'), `${service.address}/auth/oauth/acme/callback`)
  const secret = browser.cookies.get(service.address)?.get(cookieName)
  return { browser, callback: url.href, cookie: `${cookieName}=${secret}` }
}

const open = (callback: string, cookie?: string) =>
  send(service, 'GET', callback.slice(service.address.length), { headers: cookie ? { cookie } : {} })

const assertLost = async (callback: string, cookie?: string) => {
  const answer = await open(callback, cookie)
  assert.equal(answer.status, 400)
  assert.equal(answer.headers.get('location'), null)
  assert.match(answer.text, /^This sign-in has expired/)
}

const withState = (callback: string, state: string) => {
  const url = new URL(callback)
  url.searchParams.set('state', state)
  return url.href
}

test('each sign-in leaves with a state, a nonce and a challenge of its own', async () => {
  const left = []
  for (let time = 0; time < 2; time++) {
    const { headers } = await send(service, 'GET', startUrl(service, 'acme').slice(service.address.length))
    left.push(new URL(String(headers.get('location'))).searchParams)
  }
  const [one, other] = left
  for (const name of ['state', 'nonce', 'code_challenge']) {
    assert.match(String(one?.get(name)), /^[\w-]{43}$/, name)
    assert.notEqual(one?.get(name), other?.get(name), name)
  }
  assert.equal(one?.get('code_challenge_method'), 'S256')
})

test('a callback works once, in the browser that started', async () => {
  const { callback, cookie } = await beforeCallback()
  const answer = await open(callback, cookie)
  const code = new URL(answer.headers.get('location') as string).searchParams.get('code')
  tokensOf(await exchange(service, code as string))
  await assertLost(callback, cookie)
})

test('a callback without a cookie, or with another browser’s, is refused and spends nothing', async () => {
  const { callback, cookie } = await beforeCallback()
  const other = await beforeCallback()
  await assertLost(callback)
  await assertLost(callback, other.cookie)
  await assertLost(callback, `${cookieName}=`)
  await assertLost(callback, `x${cookie}`)
  assert.equal((await open(callback, cookie)).status, 302)
})

test('a callback without its state, or with two, is refused', async () => {
  const { callback, cookie } = await beforeCallback()
  const other = await beforeCallback()
  await assertLost(withState(callback, ''), cookie)
  await assertLost(withState(callback, String(new URL(other.callback).searchParams.get('state'))), cookie)
  await assertLost(callback.replace('state=', 'estate='), cookie)
  await assertLost(`${callback}&state=another`, cookie)
  assert.equal((await open(callback, cookie)).status, 302)
})

test('a sign-in has ten minutes', async () => {
  const { callback, cookie } = await beforeCallback()
  await shiftRows(service, 601)
  await assertLost(callback, cookie)
})

test('an answer of one provider is refused at the callback of another', async () => {
  const { callback, cookie } = await beforeCallback()
  await assertLost(callback.replace('/acme/', '/globex/'), cookie)
  assert.equal((await open(callback, cookie)).status, 302)
})

test('an answer from another issuer, or from none, is refused', async () => {
  for (const issuer of [globex.issuer, '']) {
    const { callback, cookie } = await beforeCallback()
    const url = new URL(callback)
    assert.equal(url.searchParams.get('iss'), acme.issuer)
    if (issuer) url.searchParams.set('iss', issuer)
    else url.searchParams.delete('iss')
    const { headers } = await open(url.href, cookie)
    assert.equal(new URL(headers.get('location') as string).searchParams.get('error'), 'server_error')
  }
})

test('a code of one sign-in is refused in another of that browser', async () => {
  const { browser, callback, cookie } = await beforeCallback()
  const later = await browser.open(startUrl(service, 'acme'), `${service.address}/auth/oauth/acme/callback`)
  const state = later.url.searchParams.get('state') as string
  const { headers } = await open(withState(callback, state), cookie)
  assert.equal(new URL(headers.get('location') as string).searchParams.get('error'), 'server_error')
})

test('two tabs of one browser do not disturb each other', async () => {
  const { browser, callback, cookie } = await beforeCallback()
  const later = await browser.open(startUrl(service, 'acme'), `${service.address}/auth/oauth/acme/callback`)
  assert.equal((await open(later.url.href, cookie)).status, 302)
  assert.equal((await open(callback, cookie)).status, 302)
})

test('of fifty simultaneous requests to one callback, one signs in', async () => {
  const { callback, cookie } = await beforeCallback()
  const before = await countRows(service)
  const answers = await race([service, second], 50, () => ({
    method: 'GET',
    path: callback.slice(service.address.length),
    headers: { cookie },
  }))
  assert.deepEqual(statusesOf(answers), { 302: 1, 400: 49 })
  const after = await countRows(service)
  assert.deepEqual([after.users! - before.users!, after.oauth_codes! - before.oauth_codes!], [1, 1])
})

test('a newcomer in twenty tabs at once gets one account', async () => {
  const subject = randomUUID()
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  const tabs = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const browser = browserOf(subject, acme)
      const { url } = await browser.open(
        startUrl(service, 'acme'),
        `${service.address}/auth/oauth/acme/callback`,
      )
      return { path: url.href.slice(service.address.length), secret: browser.cookies.get(service.address) }
    }),
  )
  const before = await countRows(service)
  const answers = await race([service, second], tabs.length, (index) => ({
    method: 'GET',
    path: tabs[index]!.path,
    headers: { cookie: `${cookieName}=${tabs[index]!.secret?.get(cookieName)}` },
  }))
  for (const { headers } of answers) assert.match(headers.get('location') as string, /\?code=/)
  const after = await countRows(service)
  assert.deepEqual([after.users! - before.users!, after.identities! - before.identities!], [1, 1])
})

test('other methods on a callback spend nothing', async () => {
  const { callback, cookie } = await beforeCallback()
  for (const method of ['HEAD', 'OPTIONS', 'PUT']) {
    const { status } = await send(service, method, callback.slice(service.address.length), {
      headers: { cookie },
    })
    assert.equal(status, 405)
  }
  assert.equal((await open(callback, cookie)).status, 302)
})

test('a cross-site form is redirected once for its cookie, with nothing else in the address', async () => {
  const path = '/auth/oauth/acme/callback'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'state=a%26b&code=c&user=%7B%22name%22%7D&redirect_uri=https%3A%2F%2Fevil.example'
  const answer = await post(service, path, body, { headers })
  assert.equal(answer.status, 303)
  assert.equal(answer.headers.get('location'), `${service.address}${path}`)
})

test('a provider’s form is kept for the browser that began, and is in no address', async () => {
  const { callback, cookie } = await beforeCallback()
  const [, query = ''] = callback.split('?')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await post(service, '/auth/oauth/acme/callback', query, { headers })
  const state = new URLSearchParams(query).get('state') ?? ''
  const back = `${service.address}/auth/oauth/acme/callback?${new URLSearchParams({ state })}`
  assert.deepEqual([posted.status, posted.headers.get('location')], [303, back])
  const elsewhere = await post(service, '/auth/oauth/globex/callback', query, { headers })
  assert.equal(elsewhere.headers.get('location'), `${service.address}/auth/oauth/globex/callback`)
  await assertLost(back)
  await assertLost(back, (await beforeCallback()).cookie)
  const rows = await many<{ answer: Uint8Array }>(
    service.deps.db,
    sql`select answer from oauth_transactions where answer is not null`,
  )
  const code = new URLSearchParams(query).get('code') ?? ''
  assert.ok(rows.length === 1 && !Buffer.from(rows[0]!.answer).includes(code), 'it is sealed')
  assert.match((await open(back, cookie)).headers.get('location') ?? '', /[?&]code=sp_oc_/)
  await assertLost(back, cookie)
})

test('a code of eight kilobytes signs in, by address or form; a longer one is logged with its provider', async () => {
  acme.faults.request = (path, body) => (path === '/token' ? body.replace(/(%7E)+/, '') : body)
  try {
    const long = (url: string, length: number) => {
      const query = new URLSearchParams(url.split('?')[1])
      query.set('code', `${query.get('code')}`.padEnd(length, '~'))
      return String(query).replaceAll('%7E', '~')
    }
    for (const length of [2_400, 8_192]) {
      const { callback, cookie } = await beforeCallback()
      const query = long(callback, length)
      const answer = await send(service, 'GET', `/auth/oauth/acme/callback?${query}`, { headers: { cookie } })
      assert.match(answer.headers.get('location') ?? '', /[?&]code=sp_oc_/, String(length))
      const other = await beforeCallback()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const posted = await post(service, '/auth/oauth/acme/callback', long(other.callback, length), {
        headers,
      })
      const signedIn = await open(posted.headers.get('location') ?? '', other.cookie)
      assert.match(signedIn.headers.get('location') ?? '', /[?&]code=sp_oc_/, String(length))
    }
    const tooLong = await get(service, `/auth/oauth/globex/callback?code=${'x'.repeat(11_000)}`)
    assert.equal(tooLong.status, 414)
    assert.match(
      service.logs.join(''),
      /"provider":"globex","why":"its answer is longer than what is read here"/,
    )
  } finally {
    delete acme.faults.request
  }
})

test('the cookie has the __Host- prefix wherever there is TLS', async () => {
  const behindTls = await startVariant(service, { config: { publicUrl: 'https://accounts.example.com' } })
  const { headers } = await get(behindTls, startUrl({ address: '' }, 'acme'))
  assert.match(
    headers.get('set-cookie') as string,
    /^__Host-sallyport-oauth=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  )
  // a neighbour could have set the one without the prefix
  const { callback, cookie } = await beforeCallback()
  const path = callback.slice(service.address.length)
  assert.equal((await send(behindTls, 'GET', path, { headers: { cookie } })).status, 400)
})

test('redirects are neither cached nor sent as a referrer', async () => {
  const { callback, cookie } = await beforeCallback()
  const { headers } = await open(callback, cookie)
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cache-control'), 'no-store')
  const code = new URL(headers.get('location') as string).searchParams.get('code') as string
  assert.ok(headers.get('location')?.startsWith(appUrl))
  assert.ok(!service.logs.join('').includes(code))
})
