import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PasskeyRequest } from '../../contract/wire.ts'
import { insertPasskey } from '../../src/credentials/passkeys/queries/passkeys.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import type { Oddities } from '../../src/test-mode/authenticator.ts'
import { type Browser, type Landing, newBrowser } from '../support/browser.ts'
import { appUrl, startFederated } from '../support/federation.ts'
import { forged } from '../support/forged.ts'
import { newApplication } from '../support/hosted.ts'
import { get, send } from '../support/http.ts'
import { askedOn, startPasskeyPages } from '../support/passkey-pages.ts'
import { addPasskey, newOwnPasskey, passkeysOf, proofBy } from '../support/passkeys.ts'
import { newEmail, type Person, register, tokensOf } from '../support/people.ts'
import { alongCode } from '../support/proof.ts'
import { assertRefused } from '../support/refusals.ts'
import { enrol } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startPasskeyPages({ TERMS_URL: 'https://app.example.com/terms' })
const origin = service.address
const signInUrl = `${origin}/account/sign-in`

const titleOf = ({ text }: Landing) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]
const problemIn = ({ text }: Landing) =>
  /<div class="note bad" id="problem"[^>]*>(.*?)<\/div>/.exec(text)?.[1]
const refusedWords = /This passkey could not be used here/

const newPasskey = (usual: Oddities = {}) => newOwnPasskey({ origin, ...usual })

/** Somebody who has an account, and a passkey. */
const withPasskey = async ({
  asSecondFactor = false,
  ...usual
}: { asSecondFactor?: boolean } & Oddities = {}) => {
  const person = await register(service)
  const { passkey, backup } = await addPasskey(service, person, {
    passkey: newPasskey(usual),
    asSecondFactor,
  })
  return { person, passkey, backup: backup ?? [] }
}

const byPasskey = (credential: object) => ({ act: 'passkey', credential: JSON.stringify(credential) })
const byPassword = ({ email, password }: Person, more = {}) => ({ email, password, ...more })

const sessionsOf = async (token: string) => (await get(service, '/users/me/sessions', token)).body
const isCurrent = ({ current }: { current: boolean }) => current
const passkeyCount = async (person: Person) =>
  (await get(service, passkeysOf(person), person.accessToken)).body.length
const cookieOf = (browser: Browser, name: string) => browser.cookies.get(origin)?.get(`sallyport-${name}`)

test('a passkey leads to the application, and its code opens a session without a second step', async () => {
  const { person, passkey } = await withPasskey()
  await enrol(service, person, await proofBy(service, person, passkey))
  const app = await newApplication(service)
  const browser = newBrowser()
  const form = await browser.open(app.start())
  const back = await browser.submit(form, byPasskey(passkey.get(askedOn(form))), appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.deepEqual((await sessionsOf(accessToken)).find(isCurrent).methods, ['passkey'])
  assert.equal(cookieOf(browser, 'step'), undefined)
  assert.equal(cookieOf(browser, 'hint'), undefined)
})

test('the offer leads to the requested settings page, in the requested language', async () => {
  const { passkey } = await withPasskey()
  const browser = newBrowser()
  const form = await browser.open(`${signInUrl}?next=/account/activity&ui_locales=de&prompt=login`)
  assert.equal(titleOf(form), 'Anmelden')
  const landed = await browser.submit(form, byPasskey(passkey.get(askedOn(form))))
  assert.equal(landed.url.href, `${origin}/account/activity`)
})

test('the form has what browsers need, and lives for as long as autofill waits', async () => {
  const form = await newBrowser().open(signInUrl)
  assert.match(form.text, /<input id="email"[^>]* autocomplete="username webauthn"/)
  assert.match(form.text, /<form method="post" hidden data-passkey="get"[^>]* data-autofill>/)
  const { publicKey } = askedOn(form)
  assert.deepEqual(
    [publicKey.rpId, publicKey.userVerification, publicKey.allowCredentials, publicKey.timeout],
    ['localhost', 'required', [], 900_000],
  )
})

test('the only script is allowed by its hash, and nothing else runs', async () => {
  const app = await newApplication(service)
  const { headers, text } = await newBrowser().open(app.start())
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /script-src 'sha256-[A-Za-z0-9+/]+=*';/)
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(text.match(/<script/g)?.length, 1)
  assert.ok(text.length < 20_000)
})

test('a refused passkey gets words of its own, and opens nothing', async () => {
  const { passkey } = await withPasskey()
  const browser = newBrowser()
  for (const credential of [
    (form: PasskeyRequest) => passkey.get(form, { isVerified: false }),
    (form: PasskeyRequest) => passkey.get(form, { origin: 'https://evil.example' }),
    (form: PasskeyRequest) => passkey.get(form, { rpId: 'evil.example' }),
    (form: PasskeyRequest) => newPasskey().get(form, { userHandle: 'AAAA' }),
    (form: PasskeyRequest) => passkey.get(form, { challenge: 'made-up' }),
  ]) {
    const form = await browser.open(signInUrl)
    const again = await browser.submit(form, byPasskey(credential(askedOn(form))))
    assert.equal(again.status, 401)
    assert.match(again.text, /<title>Error: Sign in/)
    assert.match(problemIn(again) ?? '', refusedWords)
    assert.doesNotMatch(again.text, /password is wrong/)
    assert.equal(cookieOf(browser, 'account'), undefined)
  }
  const form = await browser.open(signInUrl)
  const broken = await browser.submit(form, { act: 'passkey', credential: '{"id":1}' })
  assert.equal(broken.status, 422)
})

test('an offer sent twice is refused the second time', async () => {
  const { passkey } = await withPasskey()
  const form = await newBrowser().open(signInUrl)
  const credential = byPasskey(passkey.get(askedOn(form)))
  assert.equal(titleOf(await newBrowser().submit(form, credential)), 'Your account')
  const thief = newBrowser()
  const again = await thief.submit(form, credential)
  assert.match(problemIn(again) ?? '', refusedWords)
  assert.equal(cookieOf(thief, 'account'), undefined)
})

test('an answer after a quarter of an hour is requested again, with the original parameters', async () => {
  const { passkey } = await withPasskey()
  const app = await newApplication(service)
  const browser = newBrowser()
  const form = await browser.open(app.start())
  const old = askedOn(form)
  const begun = service.clock.nowMs
  service.clock.nowMs = begun - 14 * 60_000
  const inTime = askedOn(await browser.open(app.start()))
  service.clock.nowMs = begun - 16 * 60_000
  const expired = askedOn(await browser.open(app.start()))
  service.clock.nowMs = begun
  const again = await browser.submit(form, byPasskey(passkey.get(expired)), appUrl)
  assert.equal(titleOf(again), 'Sign in')
  assert.match(again.text, /That took too long, so please sign in again\./)
  assert.equal(again.url.searchParams.get('state'), app.parameters.state)
  assert.notEqual(askedOn(again).publicKey.challenge, old.publicKey.challenge)
  const back = await browser.submit(again, byPasskey(passkey.get(inTime)), appUrl)
  tokensOf(await app.exchange(app.codeIn(back.url)))
})

test('another site’s form signs nobody in, and adds nothing', async () => {
  const { passkey } = await withPasskey()
  const form = await newBrowser().open(signInUrl)
  const credential = byPasskey(passkey.get(askedOn(form)))
  for (const path of ['sign-in', 'second-step', 'offer-passkey'])
    for (const from of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      const answer = await send(service, 'POST', `/account/${path}`, {
        body: new URLSearchParams(credential).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(from as Record<string, string>),
        },
      })
      assert.equal(answer.status, 403, path)
      assert.deepEqual(answer.headers.getSetCookie(), [])
    }
  // nor has that spent it
  assert.equal(titleOf(await newBrowser().submit(form, credential)), 'Your account')
})

/** The second step of a sign-in to an application. */
const atSecondStep = async (person: Person) => {
  const app = await newApplication(service)
  const browser = newBrowser()
  const step = await browser.submit(await browser.open(app.start()), byPassword(person), appUrl)
  assert.equal(titleOf(step), 'One more step')
  const finish = async (back: Landing) => {
    const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
    return (await sessionsOf(accessToken)).find(isCurrent).methods
  }
  return { app, browser, step, finish }
}

test('a second-factor passkey is asked for first, and a touch is enough', async () => {
  const { person, passkey } = await withPasskey({ asSecondFactor: true, isVerified: false })
  const { browser, step, finish } = await atSecondStep(person)
  const asked = askedOn(step)
  assert.deepEqual(
    asked.publicKey.allowCredentials.map(({ id }) => id),
    [passkey.id],
  )
  const back = await browser.submit(step, byPasskey(passkey.get(asked)), appUrl)
  assert.deepEqual(await finish(back), ['password', 'passkey'])
})

test('codes remain available beside a passkey, and accounts without one see nothing of it', async () => {
  const guarded = await enrol(service, await register(service))
  const { passkey: signing } = await addPasskey(service, guarded, {
    passkey: newPasskey(),
    along: alongCode(guarded),
  })
  const { step: alone } = await atSecondStep(guarded)
  assert.doesNotMatch(alone.text, /data-passkey|<script/)
  assert.doesNotMatch(alone.headers.get('content-security-policy') ?? '', /script-src/)
  const along = alongCode(guarded)
  await addPasskey(service, guarded, { passkey: newPasskey(), asSecondFactor: true, along })

  const { browser, step, finish } = await atSecondStep(guarded)
  assert.ok(!askedOn(step).publicKey.allowCredentials.some(({ id }) => id === signing.id))
  assert.ok(step.text.indexOf('data-passkey') < step.text.indexOf('name="code"'))
  assert.match(step.text, /six-digit code/)
  assert.match(step.text, /Use a backup code instead/)
  service.clock.nowMs += 30_000
  const back = await browser.submit(step, { code: guarded.code() }, appUrl)
  assert.deepEqual(await finish(back), ['password', 'totp'])
})

test('with only a security key no app is asked for, and a backup code works without a script', async () => {
  const { person, backup } = await withPasskey({ asSecondFactor: true, isVerified: false })
  const { browser, step, finish } = await atSecondStep(person)
  assert.doesNotMatch(step.text, /authenticator app|six-digit/)
  assert.match(step.text, /Enter one of your backup codes/)
  assert.match(step.text, /<form method="post">\s*<label for="code">/)
  const wrong = await browser.submit(step, { code: '123456' }, appUrl)
  assert.match(problemIn(wrong) ?? '', /The code is wrong/)
  const back = await browser.submit(wrong, { code: backup[0]! }, appUrl)
  assert.deepEqual(await finish(back), ['password', 'backup_code'])
})

test('a refused passkey keeps the challenge for as many tries as a code', async () => {
  const { person, passkey } = await withPasskey({ asSecondFactor: true })
  const first = await atSecondStep(person)
  const again = await first.browser.submit(
    first.step,
    byPasskey(newPasskey().get(askedOn(first.step), { userHandle: null })),
    appUrl,
  )
  assert.equal(again.status, 401)
  assert.equal(titleOf(again), 'One more step')
  assert.match(problemIn(again) ?? '', refusedWords)
  const reloaded = await first.browser.open(again.url.href)
  const back = await first.browser.submit(reloaded, byPasskey(passkey.get(askedOn(reloaded))), appUrl)
  assert.deepEqual(await first.finish(back), ['password', 'passkey'])

  const { browser, step } = await atSecondStep(person)
  for (let tries = 0; tries < 5; tries++) {
    const other = byPasskey(newPasskey().get(askedOn(step), { userHandle: null }))
    assert.equal(titleOf(await browser.submit(step, other, appUrl)), 'One more step')
  }
  const late = await browser.submit(step, byPasskey(passkey.get(askedOn(step))), appUrl)
  assert.equal(titleOf(late), 'Sign in')
  assert.match(late.text, /That took too long/)
})

test('an expired second step leads back to the sign-in', async () => {
  const { person, passkey } = await withPasskey({ asSecondFactor: true })
  const { browser, step, app } = await atSecondStep(person)
  const { finish, ...other } = await atSecondStep(person)
  await shiftRows(service, 301)
  const late = await browser.submit(step, byPasskey(passkey.get(askedOn(step))), appUrl)
  assert.equal(titleOf(late), 'Sign in')
  assert.equal(late.url.searchParams.get('state'), app.parameters.state)
  // as soon as it is looked at again
  assert.equal(titleOf(await other.browser.open(other.step.url.href)), 'Sign in')
})

test('a made-up challenge does not reveal which factors an account has', async () => {
  const { person } = await withPasskey({ asSecondFactor: true })
  const { browser } = await atSecondStep(person)
  const challenge = cookieOf(browser, 'step') ?? ''
  const stranger = newBrowser()
  stranger.cookies.set(
    origin,
    new Map([['sallyport-step', forged(challenge, (packed) => packed.fill(7, packed.length - 8))]]),
  )
  const landed = await stranger.open(`${origin}/account/second-step`)
  assert.equal(titleOf(landed), 'Sign in')
  assert.equal(titleOf(await browser.open(`${origin}/account/second-step`)), 'One more step')
})

test('a first-step passkey answer is refused in the second step, and the other way round', async () => {
  const { person, passkey } = await withPasskey({ asSecondFactor: true, isVerified: false })
  const { browser, step } = await atSecondStep(person)
  const form = await browser.open(`${signInUrl}?prompt=login`)
  const swapped = await browser.submit(form, byPasskey(passkey.get(askedOn(step))))
  assert.match(problemIn(swapped) ?? '', refusedWords)
  const other = await browser.submit(step, byPasskey(passkey.get(askedOn(form))), appUrl)
  assert.match(problemIn(other) ?? '', refusedWords)
})

const ready = { passkeys: 'yes' }
const withoutPasskey = async () => ({ person: await register(service), browser: newBrowser() })

/** Signs in on the way to an application, with a device that can make passkeys. */
const signInReady = async ({ person, browser }: { person: Person; browser: Browser }) => {
  const app = await newApplication(service)
  return {
    app,
    landed: await browser.submit(await browser.open(app.start()), byPassword(person, ready), appUrl),
  }
}

test('a passkey is offered after a sign-in by password, and continues with a code', async () => {
  const { person, browser } = await withoutPasskey()
  const { app, landed: offer } = await signInReady({ person, browser })
  assert.equal(offer.url.pathname, '/account/offer-passkey')
  assert.match(offer.headers.get('content-security-policy') ?? '', /form-action 'self'(;|$)/)
  const passkey = newPasskey()
  const credential = JSON.stringify(passkey.create(askedOn(offer, 'create')))
  const back = await browser.submit(offer, { act: 'add', credential }, appUrl)
  const tokens = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.equal(await passkeyCount(person), 1)
  assert.deepEqual((await sessionsOf(tokens.accessToken)).find(isCurrent).methods, ['password'])
  // pressed twice
  const twice = await browser.submit(offer, { act: 'add', credential }, appUrl)
  app.codeIn(twice.url)
  assert.equal(await passkeyCount(person), 1)

  const next = newBrowser()
  const form = await next.open(signInUrl)
  assert.equal(titleOf(await next.submit(form, byPasskey(passkey.get(askedOn(form))))), 'Your account')
  const other = await signInReady({ person, browser: newBrowser() })
  other.app.codeIn(other.landed.url)
})

test('the way that was used last in this browser is marked', async () => {
  const { person, passkey } = await withPasskey()
  const browser = newBrowser()
  const mark = /Sign in with a passkey <small>\(last used here\)<\/small>/
  const form = await browser.open(signInUrl)
  assert.doesNotMatch(form.text, mark)
  await browser.submit(form, byPasskey(passkey.get(askedOn(form))))
  const again = await browser.open(`${signInUrl}?prompt=login`)
  assert.match(again.text, mark)
  await browser.submit(again, byPassword(person))
  assert.doesNotMatch((await browser.open(`${signInUrl}?prompt=login`)).text, mark)
})

test('a declined offer is not repeated in this browser for a month', async () => {
  const { person, browser } = await withoutPasskey()
  const { app, landed: offer } = await signInReady({ person, browser })
  const back = await browser.submit(offer, { act: 'later' }, appUrl)
  tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.equal(cookieOf(browser, 'no-offer'), 'yes')
  const out = await browser.open(`${origin}/account/sign-out`)
  await browser.submit(out, {}, new URL(appUrl).origin)
  const again = await signInReady({ person, browser })
  again.app.codeIn(again.landed.url)
  const elsewhere = await signInReady({ person, browser: newBrowser() })
  assert.equal(elsewhere.landed.url.pathname, '/account/offer-passkey')
  const answer = await send(service, 'POST', '/account/offer-passkey', {
    body: 'act=later',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })
  assert.match(
    answer.headers.getSetCookie().join(),
    /^sallyport-no-offer=yes; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  )
})

test('nothing is offered to an incapable browser, after a second step, or beside a second factor', async () => {
  const { person, browser } = await withoutPasskey()
  for (const passkeys of ['', 'no']) {
    const landed = await browser.submit(
      await browser.open(`${signInUrl}?prompt=login`),
      byPassword(person, { passkeys }),
    )
    assert.equal(titleOf(landed), 'Your account')
  }
  const guarded = await enrol(service, person)
  const step = await browser.submit(
    await browser.open(`${signInUrl}?prompt=login`),
    byPassword(guarded, ready),
  )
  assert.equal(titleOf(step), 'One more step')
  assert.equal(titleOf(await browser.submit(step, { code: guarded.code() })), 'Your account')
  assert.equal(titleOf(await browser.open(`${origin}/account/offer-passkey`)), 'Your account')
  assert.equal(titleOf(await newBrowser().open(`${origin}/account/offer-passkey`)), 'Sign in')
})

test('the offer follows a registration, too, and keeps the requested settings page', async () => {
  const browser = newBrowser()
  const form = await browser.open(`${origin}/account/register?next=/account/data&ui_locales=fr`)
  assert.match(form.text, /data-passkey-ready/)
  const password = 'a password of the tests'
  const typed = { email: newEmail(), password, passwordConfirmation: password, ...ready }
  const offer = await browser.submit(form, typed)
  assert.equal(offer.url.pathname, '/account/offer-passkey')
  assert.match(offer.text, /<html lang="fr">/)
  const landed = await browser.submit(offer, { act: 'later' })
  assert.equal(landed.url.pathname, '/account/data')
})

test('opening the offer uses up none of its owner’s changes, since another site can open it', async () => {
  const { person, browser } = await withoutPasskey()
  const { landed: offer } = await signInReady({ person, browser })
  for (let time = 0; time < 25; time++)
    assert.match((await browser.open(offer.url.href)).text, /data-passkey="create"/)
  const token = person.accessToken
  const begun = await send(service, 'POST', passkeysOf(person), { token, body: {} })
  assert.equal(begun.status, 201, begun.text)
})

test('a failed offer stays and says so, and has an hourly limit', async () => {
  const { person, browser } = await withoutPasskey()
  const { landed: offer } = await signInReady({ person, browser })
  const asked = askedOn(offer, 'create')
  const made = (oddities = {}) => ({
    act: 'add',
    credential: JSON.stringify(newPasskey().create(asked, oddities)),
  })
  const refused = await browser.submit(offer, made({ origin: 'https://evil.example' }), appUrl)
  assert.equal(refused.status, 400)
  assert.match(problemIn(refused) ?? '', /could not be added/)
  assert.notEqual(askedOn(refused, 'create').publicKey.challenge, asked.publicKey.challenge)
  // those of another visit
  const { browser: stranger, person: other } = await withoutPasskey()
  const { landed: theirs } = await signInReady({ person: other, browser: stranger })
  const swapped = await stranger.submit(theirs, made(), appUrl)
  assert.match(problemIn(swapped) ?? '', /expired/)
  assert.deepEqual([await passkeyCount(person), await passkeyCount(other)], [0, 0])
  // as often as it may be tried in an hour
  const wrong = made({ origin: 'https://evil.example' })
  for (let tries = 1; tries < 20; tries++) await browser.submit(refused, wrong, appUrl)
  assert.match(problemIn(await browser.submit(refused, made(), appUrl)) ?? '', /Too many attempts/)
  assert.equal(await passkeyCount(person), 0)
  await shiftRows(service, 61 * 60)
})

test('an expired offer continues, and never stands in the way', async () => {
  const { person, browser } = await withoutPasskey()
  const { app, landed: offer } = await signInReady({ person, browser })
  const made = newPasskey().create(askedOn(offer, 'create'), { origin: 'https://evil.example' })
  await shiftRows(service, 16 * 60)
  app.codeIn((await browser.open(offer.url.href, appUrl)).url)
  const late = await browser.submit(offer, { act: 'add', credential: JSON.stringify(made) }, appUrl)
  assert.match(problemIn(late) ?? '', /could not be added/)
  assert.doesNotMatch(late.text, /data-passkey=/)
  app.codeIn((await browser.submit(late, { act: 'later' }, appUrl)).url)
})

test('people signed out before answering are led to sign in, with the original parameters', async () => {
  const { person, browser } = await withoutPasskey()
  const { app, landed: offer } = await signInReady({ person, browser })
  const credential = JSON.stringify(newPasskey().create(askedOn(offer, 'create')))
  assert.equal(
    (await send(service, 'DELETE', `/users/${person.userId}/sessions`, { token: person.accessToken })).status,
    204,
  )
  const landed = await browser.submit(offer, { act: 'add', credential }, appUrl)
  assert.equal(titleOf(landed), 'Sign in')
  assert.equal(landed.url.searchParams.get('state'), app.parameters.state)
  const rows = await service.deps.db.run(sql`select from passkeys where user_id = ${person.userId}`)
  assert.equal(rows.length, 0)
})

test('an offer does not continue as somebody who has signed in since', async () => {
  const { person, browser } = await withoutPasskey()
  const { landed: offer } = await signInReady({ person, browser })
  const { person: other } = await withoutPasskey()
  await browser.submit(
    await browser.open(`${service.address}/account/sign-in?prompt=login`),
    byPassword(other),
  )
  const credential = JSON.stringify(newPasskey().create(askedOn(offer, 'create')))
  for (const form of [{ act: 'add', credential }, { act: 'later' }])
    assert.equal((await browser.submit(offer, form, appUrl)).status, 409)
  assert.deepEqual([await passkeyCount(person), await passkeyCount(other)], [0, 0])
})

test('an offer leads only to registered addresses', async () => {
  const { person, browser } = await withoutPasskey()
  const { landed: offer } = await signInReady({ person, browser })
  const url = new URL(offer.url)
  url.searchParams.set('redirect_uri', 'https://evil.example/')
  for (const landed of [
    await browser.open(url.href),
    await browser.submit({ ...offer, url }, { act: 'later' }),
  ])
    assert.equal(landed.status, 400)
})

test('without a public address, or with a bare IP address, passkeys are not mentioned', async () => {
  const bare = await startTestService({ OAUTH_REDIRECT_URIS: appUrl })
  const numbered = await startFederated({})
  const passkey = newPasskey()
  const { landed: offer } = await signInReady(await withoutPasskey())
  const made = passkey.create(askedOn(offer, 'create'))
  const signed = passkey.get(askedOn(await newBrowser().open(signInUrl)))
  for (const { address } of [bare, numbered]) {
    const browser = newBrowser()
    for (const path of ['sign-in', 'register']) {
      const { status, text, headers } = await browser.open(`${address}/account/${path}`)
      assert.equal(status, 200)
      assert.doesNotMatch(text, /passkey|webauthn|<script/i)
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /script-src/)
    }
    const person = await register({ address })
    const form = await browser.open(`${address}/account/sign-in`)
    assert.equal(titleOf(await browser.submit(form, byPassword(person, ready))), 'Your account')
    const post = (path: string, typed: Record<string, string>) =>
      browser.submit({ ...form, url: new URL(`${address}/account/${path}`) }, typed)
    for (const landed of [
      await browser.open(`${address}/account/offer-passkey`),
      await post('offer-passkey', { act: 'later' }),
      await post('offer-passkey', { act: 'add', credential: JSON.stringify(made) }),
      await post('sign-in', byPasskey(signed)),
    ])
      assert.equal(landed.status, 404)
  }
})

test('a key that can no longer be used leaves the backup codes', async () => {
  const numbered = await startFederated({})
  const guarded = await enrol(numbered, await register(numbered))
  await insertPasskey(numbered.deps.db, guarded.userId, {
    id: newId(numbered.clock.nowMs),
    credentialId: Buffer.from('of a former address'),
    publicKey: Buffer.from('a key'),
    algorithm: -7,
    signCount: 0,
    transports: [],
    aaguid: '00000000-0000-0000-0000-000000000000',
    name: 'Security key',
    isBackupEligible: false,
    isBackedUp: false,
    signsIn: false,
    isDiscoverable: false,
    isUnattended: false,
    isSecondFactor: true,
  })
  const browser = newBrowser()
  const form = await browser.open(`${numbered.address}/account/sign-in`)
  const step = await browser.submit(form, byPassword(guarded))
  assert.equal(titleOf(step), 'One more step')
  assert.doesNotMatch(step.text, /<script|data-passkey/)
  const backup = { ...step, url: new URL(`${step.url.href}?method=backup_code`) }
  assert.equal(titleOf(await browser.submit(backup, { code: guarded.backup[0]! })), 'Your account')
})

test('PAGES=off makes no offer', async () => {
  const off = await startPasskeyPages({ PAGES: 'off' })
  assertRefused(await get(off, '/account/offer-passkey'), 404, 'not_found')
})
