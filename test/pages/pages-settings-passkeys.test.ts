import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { insertPasskey } from '../../src/credentials/passkeys/queries/passkeys.ts'
import { newPasskey, type Oddities, type SoftwarePasskey } from '../../src/test-mode/authenticator.ts'
import { type Browser, type Landing, subjectIn } from '../support/browser.ts'
import { startFederated } from '../support/federation.ts'
import { get, send } from '../support/http.ts'
import { askedOn, startPasskeyPages } from '../support/passkey-pages.ts'
import { passkeysOf } from '../support/passkeys.ts'
import { type Person, signIn } from '../support/people.ts'
import { appOf, registerGuarded } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { carriedIn, newsIn, problemIn, secretIn, titleOf, visitorsOf } from '../support/visitors.ts'

const service = await startPasskeyPages()
const { at, press, cookieOf, guardedVisitorOf, newcomer } = visitorsOf(service)
const confirming = "Confirm it's you"
const bothFactors = ['/two-factor/renew-codes', '/two-factor/turn-off']

const newKey = (usual: Oddities & { counts?: boolean } = {}) =>
  newPasskey({ origin: service.address, ...usual })

const nameIn = ({ text }: Landing) => /name="name" value="(.*?)"/.exec(text)?.[1] ?? ''

/** Adds a passkey on the pages. */
const add = async (
  browser: Browser,
  key: SoftwarePasskey,
  { act = 'begin', name = '', asked }: { act?: string; name?: string; asked?: Along } = {},
): Promise<Landing> => {
  const begun = await press(browser, '/passkeys/add', { act, name })
  const page = asked ? await asked(begun) : begun
  const credential = JSON.stringify(key.create(askedOn(page, 'create')))
  return browser.submit(page, { act: 'add', credential, name: nameIn(page) })
}

/** Takes along the second factor that a page asks for. */
type Along = (page: Landing) => Promise<Landing>

/** Answers with a passkey what a page asks for. */
const answer = async (browser: Browser, page: Landing, key: SoftwarePasskey, odd?: Oddities) => {
  const credential = JSON.stringify(key.get(askedOn(page), odd))
  return browser.submit(page, { act: 'passkey', ...carriedIn(page), credential })
}

/** Presses a button that takes a second factor, and takes that passkey. */
const pressBy = async (browser: Browser, path: string, form: Record<string, string>, key: SoftwarePasskey) =>
  answer(browser, await press(browser, path, form), key)

const prove = async (browser: Browser, key: SoftwarePasskey) => {
  const proven = await answer(browser, await browser.open(at('/confirm-it-is-you')), key)
  assert.match(newsIn(proven) ?? '', /^Thank you/)
}

const idsIn = ({ text }: Landing) =>
  [...text.matchAll(/passkeys\/passkey\?id=([0-9a-f-]+)"/g)].map(([, id]) => id!)

const codesIn = ({ text }: Landing) =>
  [...text.matchAll(/<li>([0-9A-Z-]{19})<\/li>/g)].map(([, code]) => code!)

/** Somebody with one passkey. */
const withPasskey = async (act = 'begin', usual: Oddities = {}) => {
  const { person, browser } = await newcomer()
  const key = newKey(usual)
  const added = await add(browser, key, { act })
  const [id = ''] = idsIn(await browser.open(at('/passkeys')))
  return { person, browser, key, added, id, page: `/passkeys/passkey?id=${id}` }
}

const forgetPassword = ({ userId }: Person) =>
  service.deps.db.run(sql`delete from passwords where user_id = ${userId}`)

test('a passkey is added, listed and renamed', async () => {
  const { person, browser, key, added, page } = await withPasskey()
  assert.equal(newsIn(added), 'The passkey is ready to use.')
  assert.match(added.text, /Synced between your devices/)
  assert.match(added.text, /never used/)
  assert.doesNotMatch(added.text, /Second factor/)
  assert.equal((await press(browser, page, { act: 'rename' })).status, 422)
  const renamed = await press(browser, page, { act: 'rename', name: '<b>Phone</b>' })
  assert.equal(newsIn(renamed), 'The passkey has a new name.')
  assert.ok(renamed.text.includes('&#60;b&#62;Phone') && !renamed.text.includes('<b>Phone'))
  assert.match((await browser.open(at(''))).text, /1 passkey</)
  const { body } = await get(service, passkeysOf(person), person.accessToken)
  assert.deepEqual([body.length, body[0].name, body[0].asSecondFactor], [1, '<b>Phone</b>', false])
  // the same authenticator again
  const again = await add(browser, key)
  assert.deepEqual([again.status, problemIn(again)], [409, 'This passkey has already been added.'])
})

test('a name is validated before the browser is asked, and again with the passkey', async () => {
  const { browser } = await newcomer()
  const name = 'x'.repeat(65)
  const early = await press(browser, '/passkeys/add', { act: 'begin', name })
  assert.equal(early.status, 422)
  assert.match(early.text, /<input id="name"[^>]* aria-invalid="true"/)
  const page = await press(browser, '/passkeys/add', { act: 'begin', name: 'Phone' })
  assert.equal(nameIn(page), 'Phone')
  const credential = JSON.stringify(newKey().create(askedOn(page, 'create')))
  assert.equal((await browser.submit(page, { act: 'add', credential, name })).status, 422)
  for (const odd of ['', 'nothing', '{}', '[1]'])
    assert.equal((await browser.submit(page, { act: 'add', credential: odd })).status, 422, odd)
  const device = await send(service, 'POST', '/account/passkeys/add', {
    headers: {
      cookie: `sallyport-account=${cookieOf(browser)}`,
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
    },
    body: new URLSearchParams({ act: 'begin', ...subjectIn(page.text) }).toString(),
  })
  assert.match(device.text, /name="suggested" value="Chrome on Linux"/)
})

test('opening the page to add a passkey spends nothing, and beginning requires a fresh proof, and leads back', async () => {
  const { person, browser } = await newcomer()
  await shiftRows(service, 16 * 60)
  for (let times = 0; times < 25; times++)
    assert.equal(titleOf(await browser.open(at('/passkeys/add'))), 'Add a passkey')
  const stale = await press(browser, '/passkeys/add', { act: 'begin' })
  assert.equal(titleOf(stale), confirming)
  const back = await browser.submit(stale, { act: 'password', password: person.password })
  assert.equal(titleOf(back), 'Add a passkey')
  assert.match((await press(browser, '/passkeys/add', { act: 'begin' })).text, /data-passkey="create"/)
})

test('the first passkey that becomes a second factor shows backup codes, and is asked for from then on', async () => {
  const { person, browser, key, page } = await withPasskey()
  assert.match((await browser.open(at(page))).text, /This turns on two-factor authentication/)
  const asks = await press(browser, page, { act: 'guard' })
  assert.deepEqual([asks.status, titleOf(asks)], [200, confirming])
  // a password would not do
  assert.doesNotMatch(asks.text, /id="password"|id="code"/)
  const codes = codesIn(await answer(browser, asks, key))
  assert.equal(codes.length, 10)
  assert.deepEqual(codesIn(await browser.open(at('/two-factor/codes'))), codes)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 401)
  assert.equal((await signIn(service, person)).body.code, 'two_factor_required')
  const listed = await browser.open(at('/two-factor'))
  assert.deepEqual(idsIn(listed).length, 1)
  assert.match(listed.text, /Two-factor authentication is on/)
  assert.match((await browser.open(at('/passkeys'))).text, /· Second factor/)
})

test('a security key is added as a second factor, which gives codes once', async () => {
  const usual = { isVerified: false, isResident: false }
  const { browser, added, key } = await withPasskey('begin-key', usual)
  assert.equal(codesIn(added).length, 10)
  await prove(browser, key)
  const list = await browser.open(at('/passkeys'))
  assert.match(list.text, /<b>Security key<\/b> · Second factor/)
  const other = await add(browser, newKey({ isBackupEligible: false }), {
    act: 'begin-key',
    name: 'Other',
    asked: (asks) => answer(browser, asks, key),
  })
  assert.equal(newsIn(other), 'The passkey is ready to use.')
  assert.match(other.text, /On one device only/)
  const [first = '', second = ''] = idsIn(other)
  const page = await browser.open(at(`/passkeys/passkey?id=${first}`))
  // it could do nothing else
  assert.doesNotMatch(page.text, /value="resign"/)
  assert.match(page.text, /It can be nothing else/)
  assert.doesNotMatch(page.text, /It is your only second factor/)
  const resigned = await press(browser, `/passkeys/passkey?id=${second}`, { act: 'resign' })
  assert.equal(newsIn(resigned), 'The passkey is no longer a second factor.')
})

test('removing the last second factor turns two-factor authentication off, after a warning', async () => {
  for (const [act, news] of [
    ['resign', 'The passkey is no longer a second factor.'],
    ['remove', 'The passkey was removed. It no longer works.'],
  ] as const) {
    const { person, browser, key, page } = await withPasskey('begin-key')
    await prove(browser, key)
    assert.match((await browser.open(at(page))).text, /It is your only second factor/)
    assert.notEqual(cookieOf(browser, 'codes'), undefined)
    const asks = await press(browser, page, { act })
    assert.deepEqual([asks.status, titleOf(asks)], [200, confirming])
    const wrong = await browser.submit(asks, { ...carriedIn(asks), code: 'AAAA-AAAA-AAAA-AAAA' })
    assert.deepEqual([wrong.status, titleOf(wrong)], [401, confirming])
    assert.match(wrong.text, /id="code-problem"/)
    assert.equal(newsIn(await answer(browser, wrong, key)), news)
    assert.equal(cookieOf(browser, 'codes'), undefined)
    assert.match((await browser.open(at('/two-factor'))).text, /Two-factor authentication is off/)
    assert.equal((await signIn(service, person)).status, 200)
  }
})

test('the last way in cannot be removed, and the page says why', async () => {
  const { person, browser, page } = await withPasskey()
  assert.match((await browser.open(at(page))).text, /value="remove"/)
  await forgetPassword(person)
  const shown = await browser.open(at(page))
  assert.doesNotMatch(shown.text, /value="remove"/)
  assert.match(shown.text, /This is your only way to sign in/)
  const refused = await press(browser, page, { act: 'remove' })
  assert.deepEqual([refused.status, titleOf(refused)], [409, titleOf(shown)])
  assert.match(problemIn(refused) ?? '', /^This is your only way to sign in/)
  // with a provider it is not
  await service.deps.db.run(
    sql`insert into identities (provider, subject, user_id) values ('acme', ${person.userId}, ${person.userId})`,
  )
  assert.match((await browser.open(at(page))).text, /value="remove"/)
  await service.deps.db.run(sql`delete from identities where user_id = ${person.userId}`)
  // another one, and it may go
  await add(browser, newKey())
  assert.match((await browser.open(at(page))).text, /value="remove"/)
  for (const _ of ['once', 'and pressed again'])
    assert.equal(
      newsIn(await press(browser, page, { act: 'remove' })),
      'The passkey was removed. It no longer works.',
    )
  assert.equal(idsIn(await browser.open(at('/passkeys'))).length, 1)
})

test("somebody else's passkey is not found, and neither is an unknown one", async () => {
  const mine = await withPasskey()
  const { browser } = await newcomer()
  for (const page of [mine.page, '/passkeys/passkey?id=x', `/passkeys/passkey?id=${mine.person.userId}`]) {
    assert.equal((await browser.open(at(page))).status, 404, page)
    for (const act of ['rename', 'guard', 'resign'])
      assert.equal((await press(browser, page, { act, name: 'Mine' })).status, 404, `${page} ${act}`)
    await press(browser, page, { act: 'remove' })
  }
  const { body } = await get(service, passkeysOf(mine.person), mine.person.accessToken)
  assert.deepEqual([body.length, body[0].asSecondFactor], [1, false])
  assert.notEqual(body[0].name, 'Mine')
  assert.equal((await browser.open(at('/passkeys/passkey'))).url.pathname, '/account/passkeys')
})

test('changing how one signs in requires a fresh proof, which leads back to that passkey; renaming does not', async () => {
  const { browser, key, page } = await withPasskey()
  await shiftRows(service, 16 * 60)
  assert.equal(titleOf(await press(browser, page, { act: 'guard' })), confirming)
  for (const act of ['resign', 'remove']) {
    const stale = await press(browser, page, { act })
    assert.equal(titleOf(stale), confirming, act)
    assert.equal(stale.url.searchParams.get('next'), `/account${page}`)
  }
  assert.equal((await press(browser, page, { act: 'rename', name: 'Phone' })).status, 200)
  const stale = await press(browser, page, { act: 'remove' })
  const back = await answer(browser, stale, key)
  assert.equal(back.url.href.replace(/&news=.*/, ''), at(page))
  assert.match(newsIn(back) ?? '', /^Thank you/)
  assert.match(newsIn(await press(browser, page, { act: 'remove' })) ?? '', /was removed/)
})

test('a passkey proves a person’s identity: beside a password, beside codes, and alone', async () => {
  const { person, browser, key, page } = await withPasskey()
  await shiftRows(service, 16 * 60)
  const beside = await browser.open(at('/email'))
  assert.equal(titleOf(beside), confirming)
  assert.match(beside.text, /data-passkey="get".*id="password"/s)
  assert.match(beside.headers.get('content-security-policy') ?? '', /script-src 'sha256-/)
  const wrong = await answer(browser, beside, newKey())
  assert.equal(wrong.status, 401)
  assert.match(problemIn(wrong) ?? '', /^This passkey could not be used here/)
  assert.doesNotMatch(wrong.text, /id="password-problem"/)
  // an answer is good once, and for this visit
  assert.equal(titleOf(await answer(browser, beside, key)), 'Change your email address')
  assert.equal((await answer(browser, beside, key)).status, 401)
  const { browser: stranger } = await newcomer()
  const credential = JSON.stringify(key.get(askedOn(beside)))
  assert.equal((await press(stranger, '/confirm-it-is-you', { act: 'passkey', credential })).status, 401)

  await pressBy(browser, page, { act: 'guard' }, key)
  await shiftRows(service, 16 * 60)
  const codes = await browser.open(at('/email'))
  assert.match(codes.text, /data-passkey="get".*id="code".*/s)
  assert.match(codes.text, /One of your backup codes/)
  assert.doesNotMatch(codes.text, /id="password"/)
  assert.equal(titleOf(await answer(browser, codes, key)), 'Change your email address')

  await pressBy(browser, page, { act: 'resign' }, key)
  await forgetPassword(person)
  await shiftRows(service, 16 * 60)
  const alone = await browser.open(at('/email'))
  assert.doesNotMatch(alone.text, /id="password"|id="code"|Sign in again/)
  assert.match(alone.text, /data-without-passkeys>Passkeys need JavaScript/)
  assert.equal(titleOf(await answer(browser, alone, key)), 'Change your email address')
})

test('new codes and switching off accept a passkey, which renews even an old proof if it verifies its owner', async () => {
  const { person, browser, key } = await withPasskey('begin-key')
  await shiftRows(service, 16 * 60)
  for (const path of bothFactors) {
    const page = await browser.open(at(path))
    assert.match(page.text, /data-passkey="get".*id="password".*id="code"/s)
    const wrong = await answer(browser, page, newKey())
    assert.equal(wrong.status, 401)
    assert.match(problemIn(wrong) ?? '', /^This passkey could not be used here/)
    // a touch is one factor
    assert.equal(titleOf(await answer(browser, page, key, { isVerified: false })), confirming)
  }
  const renewed = await answer(browser, await browser.open(at(bothFactors[0]!)), key)
  assert.equal(codesIn(renewed).length, 10)
  const page = await browser.open(at(bothFactors[1]!))
  assert.match(page.text, /The security keys and passkeys that are second factors are removed, too/)
  const off = await answer(browser, page, key)
  assert.equal(newsIn(off), 'Two-factor authentication is off.')
  assert.equal(cookieOf(browser, 'codes'), undefined)
  assert.equal(idsIn(await browser.open(at('/passkeys'))).length, 0)
  assert.equal((await signIn(service, person)).status, 200)
})

test('switching off is refused if the second factor is the last way in', async () => {
  const { person, browser, key } = await withPasskey('begin-key')
  await forgetPassword(person)
  const refused = await answer(browser, await browser.open(at('/two-factor/turn-off')), key)
  assert.deepEqual([refused.status, titleOf(refused)], [409, 'Turn off two-factor authentication'])
  assert.match(problemIn(refused) ?? '', /^This is your only way to sign in/)
})

test('without an app and without codes, no field for a code is shown', async () => {
  const { person, browser, key } = await withPasskey('begin-key')
  await service.deps.db.run(sql`delete from backup_codes where user_id = ${person.userId}`)
  for (const path of bothFactors) {
    const page = await browser.open(at(path))
    assert.doesNotMatch(page.text, /id="code"|id="password"/, path)
    assert.match(page.text, /data-without-passkeys/)
  }
  await shiftRows(service, 16 * 60)
  const page = await browser.open(at('/email'))
  assert.doesNotMatch(page.text, /id="code"|id="password"/)
  assert.equal(titleOf(await answer(browser, page, key)), 'Change your email address')
})

test('an app can be added beside a passkey, and removed again', async () => {
  const { browser, key } = await withPasskey('begin-key')
  await prove(browser, key)
  assert.match((await browser.open(at('/two-factor'))).text, /<h2>Authenticator apps<\/h2>\s*<p>None<\/p>/)
  const page = await pressBy(browser, '/two-factor/add-app', { name: 'Phone' }, key)
  const code = appOf(service, secretIn(page)).nextCode()
  const done = await press(browser, '/two-factor/set-up', { act: 'confirm', code })
  assert.equal(newsIn(done), 'The authenticator app is ready to use.')
  const app = /two-factor\/app\?id=[0-9a-f-]+/.exec(done.text)?.[0] ?? ''
  assert.match((await browser.open(at(`/${app}`))).text, /value="remove"/)
  assert.match((await browser.open(at(`/passkeys/passkey?id=${idsIn(done)[0]}`))).text, /value="resign"/)
  assert.match(newsIn(await press(browser, `/${app}`, { act: 'remove' })) ?? '', /app was removed/)
})

test('an account with an app can add a passkey beside it, without new codes', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  const added = await add(browser, newKey(), {
    act: 'begin-key',
    name: 'Mine',
    asked: (asks) => browser.submit(asks, { ...carriedIn(asks), code: person.backup.pop()! }),
  })
  assert.match(added.text, /<b>Mine<\/b>/)
  assert.equal(newsIn(added), 'The passkey is ready to use.')
  const page = await browser.open(at(`/passkeys/passkey?id=${idsIn(added)[0]}`))
  assert.doesNotMatch(page.text, /It is your only second factor/)
})

test('no other site can press a button', async () => {
  const { browser, page } = await withPasskey()
  const cookie = `sallyport-account=${cookieOf(browser)}`
  for (const path of ['/passkeys/add', page])
    for (const act of ['begin', 'begin-key', 'add', 'rename', 'guard', 'resign', 'remove'])
      for (const from of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
        const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', ...from }
        const answer = await send(service, 'POST', `/account${path}`, { headers, body: `act=${act}&name=x` })
        assert.equal(answer.status, 403, `${path} ${act}`)
      }
})

test('a service without passkeys shows nothing of them', async () => {
  const without = await startFederated({})
  const { at, press, newcomer } = visitorsOf(without)
  const { person, browser } = await newcomer()
  // from the time when there were some
  await insertPasskey(without.deps.db, person.userId, oldPasskey)
  for (const path of ['/passkeys', '/passkeys/add', '/passkeys/passkey?id=x'])
    assert.equal((await browser.open(at(path))).status, 404, path)
  for (const act of ['begin', 'begin-key', 'add'])
    assert.equal((await press(browser, '/passkeys/add', { act })).status, 404, act)
  for (const act of ['rename', 'guard', 'resign', 'remove'])
    assert.equal((await press(browser, '/passkeys/passkey', { act, name: 'x' })).status, 404, act)
  for (const path of ['', '/two-factor'])
    assert.doesNotMatch((await browser.open(at(path))).text, /passkey/i, path)
  await shiftRows(without, 16 * 60)
  const page = await browser.open(at('/email'))
  assert.equal(titleOf(page), confirming)
  assert.match(page.text, /id="password"/)
  assert.doesNotMatch(page.text, /<script|data-passkey/)
})

const oldPasskey = {
  id: randomUUID(),
  credentialId: Buffer.alloc(32),
  publicKey: Buffer.alloc(77),
  algorithm: -7,
  signCount: 0,
  transports: [],
  aaguid: randomUUID(),
  name: 'Phone',
  isBackupEligible: true,
  isBackedUp: true,
  signsIn: true,
  isDiscoverable: true,
  isUnattended: false,
  isSecondFactor: false,
}
