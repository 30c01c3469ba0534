import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig } from '../../src/config/config.ts'
import { newBrowser } from '../support/browser.ts'
import { newApplication } from '../support/hosted.ts'
import { get, send } from '../support/http.ts'
import { newEmail, register } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'

const password = 'a password of the tests'
const service = await startTestService({
  PRODUCT_NAME: 'Acme',
  BRAND_COLOR: '#7A1FA2',
  LOGO_URL: 'https://static.acme.example/logo.svg',
  OAUTH_REDIRECT_URIS: 'com.example.app:/in,http://127.0.0.1:0/callback',
  TERMS_URL: 'https://acme.example/terms',
  PRIVACY_URL: 'https://acme.example/privacy',
})
const page = (path: string, headers: Record<string, string> = {}) =>
  send(service, 'GET', path, { headers: { accept: 'text/html', ...headers } })

test('PAGES=off keeps only the pages that emails lead to', async () => {
  const off = await startTestService({ PAGES: 'off' })
  for (const path of ['sign-in', 'register', 'second-step', 'sign-out', 'provider', 'signed-in'])
    assertRefused(await get(off, `/account/${path}`), 404, 'not_found')
  assert.equal((await get(off, '/account/forgot-password')).status, 200)
  assert.equal((await get(off, '/account/verify-email')).status, 401)
  const { text } = await send(off, 'GET', '/', { headers: { accept: 'text/html' } })
  assert.doesNotMatch(text, /sign-in/)
})

test('a mistyped address gets a page in its language, and other methods keep their usual answer', async () => {
  for (const path of [
    '/account/nothing',
    '/account/email/nothing',
    '/account/',
    '/account/nothing?ui_locales=xx',
  ]) {
    const { status, text, headers } = await page(path, { 'accept-language': 'de' })
    assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
    assert.match(text, /<html lang="de">.*<h1>Hier gibt es nichts<\/h1>/s)
    assert.equal(headers.get('cache-control'), 'no-store, no-transform')
  }
  assert.equal((await send(service, 'PUT', '/account/nothing')).status, 404)
  assert.equal((await send(service, 'PUT', '/account/email')).status, 405)
  for (const path of ['/accounts', '/nothing']) assertRefused(await get(service, path), 404, 'not_found')
})

test('pages have the operator’s name, logo, color, terms and privacy policy', async () => {
  const { text, headers } = await page('/account/register')
  assert.match(text, /<title>Create your account · Acme<\/title>/)
  assert.match(text, /<img src="https:\/\/static\.acme\.example\/logo\.svg" alt="Acme">/)
  assert.match(headers.get('content-security-policy') ?? '', /img-src https:\/\/static\.acme\.example;/)
  assert.match(text, /--brand:#7a1fa2/)
  assert.match(text, /you accept the <a href="https:\/\/acme\.example\/terms">/)
  assert.match(
    text,
    /<footer>.*<a href="https:\/\/acme\.example\/privacy">Privacy<\/a><\/div><form method="post" action="\/account\/language" [^\n]*<\/form><\/footer>/,
  )
})

test('a color on which white cannot be read stops the start, with its contrast', () => {
  const parse = (BRAND_COLOR: string) => parseConfig({ BRAND_COLOR }).brandColor
  assert.equal(parse('#767676'), '#767676')
  assert.throws(() => parse('#777777'), /BRAND_COLOR: must be darker: .* 4\.5:1/)
  assert.throws(() => parse('#ffff00'), /contrast of 1\.1:1/)
  for (const color of ['red', '#fff', '#12345', '#12345g', 'url(x)'])
    assert.throws(() => parse(color), /BRAND_COLOR: must be a color such as #1d4ed8/)
})

test('authenticator apps show the product name, unless another is set', () => {
  assert.equal(parseConfig({}).twoFactorIssuer, 'Sallyport')
  assert.equal(parseConfig({ PRODUCT_NAME: 'Acme' }).twoFactorIssuer, 'Acme')
  assert.equal(parseConfig({ PRODUCT_NAME: 'Acme', TWO_FACTOR_ISSUER: 'Acme ID' }).twoFactorIssuer, 'Acme ID')
  assert.throws(
    () => parseConfig({ PRODUCT_NAME: 'Acme: the shop' }),
    /TWO_FACTOR_ISSUER: must have no colon/,
  )
  const logo = 'https://acme.example/logo.svg'
  assert.equal(parseConfig({ MAIL_LOGO_URL: logo }).logoUrl, logo)
})

test('the language is the one the application asks for, else the browser’s', async () => {
  const languageOf = ({ text }: { text: string }) => /<html lang="(.*?)">/.exec(text)?.[1]
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
  assert.equal(languageOf(await page('/account/sign-in')), 'en')
  assert.equal(languageOf(await page('/account/sign-in', german)), 'de')
  assert.equal(languageOf(await page('/account/sign-in?ui_locales=fr-CA%20en', german)), 'fr')
  assert.equal(languageOf(await page('/account/sign-in?ui_locales=xx', german)), 'de')
  const { text } = await page('/account/sign-in?ui_locales=es')
  assert.match(text, /href="\/account\/register\?ui_locales=es"/)
})

test('an account made in a language keeps it', async () => {
  const browser = newBrowser()
  const form = await browser.open(`${service.address}/account/register?ui_locales=es`)
  const email = newEmail()
  await browser.submit(form, { email, password, passwordConfirmation: password })
  const signedIn = await send(service, 'POST', '/auth/token', {
    body: { grant_type: 'password', email, password },
  })
  const { body } = await get(service, '/users/me', signedIn.body.accessToken.token)
  assert.equal(body.language, 'es')
})

test('the page after a sign-in is always one of ours', async () => {
  const { email } = await register(service)
  for (const next of [
    'https://evil.example/',
    '//evil.example/account',
    '/\\evil.example',
    '/account//evil.example',
    '/account/../docs',
    '/account/sign-in?redirect_uri=x',
    '/accounts',
    'account',
  ]) {
    const browser = newBrowser()
    const form = await browser.open(`${service.address}/account/sign-in?${new URLSearchParams({ next })}`)
    const landed = await browser.submit(form, { email, password })
    assert.equal(landed.url.href, `${service.address}/account`, next)
  }
})

test('a form may lead to the scheme of an app, and to no other site', async () => {
  for (const [redirect, allowed] of [
    ['com.example.app:/in', "'self' com.example.app:"],
    ['http://127.0.0.1:49152/callback', "'self'"],
  ] as const) {
    const { parameters } = await newApplication(service, { redirect_uri: redirect })
    const { headers } = await page(`/account/sign-in?${new URLSearchParams(parameters)}`)
    assert.match(headers.get('content-security-policy') ?? '', new RegExp(`form-action ${allowed}; `))
  }
})

test('an invalid link token gets no cookie', async () => {
  for (const token of ['x; Domain=example.com', 'x\r\nset-cookie: y=z', 'sp_ev_', '']) {
    const { status, headers } = await page(`/account/verify-email?${new URLSearchParams({ token })}`)
    assert.deepEqual([status, headers.getSetCookie()], [401, []], token)
  }
})

test('HEAD finds the pages to sign in and to register', async () => {
  for (const path of ['/account/sign-in', '/account/register']) {
    const { status, headers } = await send(service, 'HEAD', path)
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path)
  }
})

test('pages that work once have no HEAD', async () => {
  for (const path of ['provider', 'signed-in'])
    assert.equal((await send(service, 'HEAD', `/account/${path}`)).status, 405, path)
})

test('a page accepts the addresses that the interface accepts, whatever a browser thinks of them', async () => {
  for (const path of ['sign-in', 'register', 'forgot-password']) {
    const { text } = await page(`/account/${path}`)
    assert.match(
      text,
      /<input id="email" name="email" type="text" inputmode="email" autocomplete="username/,
      path,
    )
  }
  const email = `jürgen.${newEmail()}`
  const browser = newBrowser()
  const form = await browser.open(`${service.address}/account/register`)
  const landed = await browser.submit(form, { email, password, passwordConfirmation: password })
  assert.equal(landed.url.pathname, '/account', landed.text)
})
