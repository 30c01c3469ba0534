import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, type Landing, withoutNumber } from '../support/browser.ts'
import { startFederated } from '../support/federation.ts'
import { get, post } from '../support/http.ts'
import { type Credentials, signIn } from '../support/people.ts'
import { appOf, type Guarded, registerGuarded, settingsOf } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { carriedIn, newsIn, problemIn, secretIn, titleOf, visitorsOf } from '../support/visitors.ts'

const service = await startFederated({})
const { at, press, cookieOf, guardedVisitorOf, newcomer, setUp } = visitorsOf(service)
const confirming = "Confirm it's you"

/** Presses a button that takes a second factor, and types one of the codes. */
const pressBy = async (browser: Browser, path: string, form: Record<string, string>, person: Guarded) => {
  const asks = await press(browser, path, form)
  assert.deepEqual([asks.status, titleOf(asks)], [200, confirming])
  return browser.submit(asks, { ...carriedIn(asks), code: person.backup.pop()! })
}

const prove = async (browser: Browser, person: Guarded) =>
  press(browser, '/confirm-it-is-you', { act: 'code', code: person.backup.pop()! })

test('with a second factor, only a code counts as proof', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  for (const path of ['/email', '/password', '/close'])
    assert.equal(titleOf(await browser.open(at(path))), confirming, path)
  const page = await browser.open(at('/email'))
  assert.match(page.text, /id="code"/)
  assert.doesNotMatch(page.text, /id="password"/)
  const byPassword = await browser.submit(page, { act: 'password', password: person.password })
  assert.equal(titleOf(byPassword), confirming)
  const wrong = await browser.submit(page, { act: 'code', code: 'AAAA-AAAA-AAAA-AAAA' })
  assert.deepEqual([wrong.status, titleOf(wrong)], [401, confirming])
  const typed = person.backup.pop()!.replaceAll('-', ' – ').toLowerCase()
  const back = await browser.submit(page, { act: 'code', code: typed })
  assert.equal(titleOf(back), 'Change your email address')
})

const codesIn = ({ text }: Landing) =>
  [...text.matchAll(/<li>([0-9A-Z-]{19})<\/li>/g)].map(([, code]) => code!)

test('a setup is shown again until it is confirmed, and only after a fresh proof of identity', async () => {
  const { person, browser } = await newcomer()
  const { page, app } = await setUp(browser)
  const again = await browser.open(at('/two-factor/set-up'))
  assert.equal(withoutNumber(again), withoutNumber(page))
  assert.match(page.text, /href="otpauth:\/\/totp\//)
  await shiftRows(service, 16 * 60)
  assert.equal(titleOf(await browser.open(at('/two-factor/set-up'))), confirming)
  await press(browser, '/confirm-it-is-you', { act: 'password', password: person.password })
  // it is over by now
  const late = await press(browser, '/two-factor/set-up', { act: 'confirm', code: app.nextCode() })
  assert.equal(late.status, 400)
  assert.match(late.text, /Show the QR code/)
  assert.ok(problemIn(late))
})

test('backup codes are shown until one is typed back, which uses up none', async () => {
  const { person, browser } = await newcomer()
  const { app } = await setUp(browser)
  const shown = await press(browser, '/two-factor/set-up', { act: 'confirm', code: app.nextCode() })
  const codes = codesIn(shown)
  assert.equal(codes.length, 10)
  assert.equal(cookieOf(browser, 'app'), undefined)
  assert.deepEqual(codesIn(await browser.open(at('/two-factor/codes'))), codes)
  assert.match((await browser.open(at('/two-factor'))).text, /href="\/account\/two-factor\/codes"/)

  const wrong = await press(browser, '/two-factor/codes', { code: 'AAAA-AAAA-AAAA-AAAA' })
  assert.deepEqual([wrong.status, problemIn(wrong)], [400, 'This is not one of the codes above.'])
  assert.deepEqual(codesIn(wrong), codes)

  // what the cookie holds is nobody else's
  const sealed = cookieOf(browser, 'codes')!
  const { browser: stranger } = await newcomer()
  stranger.cookies.get(service.address)!.set('sallyport-codes', sealed)
  assert.deepEqual(codesIn(await stranger.open(at('/two-factor/codes'))), [])
  assert.ok(!sealed.includes(codes[0]!))

  const done = await press(browser, '/two-factor/codes', { code: ` ${codes[3]!.toLowerCase()} ` })
  assert.match(newsIn(done) ?? '', /^Your backup codes are ready/)
  assert.equal(cookieOf(browser, 'codes'), undefined)
  const state = await get(service, settingsOf(person), (await tokenOf(person, codes[3]!)) ?? '')
  assert.equal(state.body.backupCodesLeft, 9)
})

const tokenOf = async (person: Credentials, code: string): Promise<string> => {
  const { body } = await signIn(service, person)
  const answer = { grant_type: 'two_factor', challenge: body.challenge, method: 'backup_code', code }
  return (await post(service, '/auth/token', answer)).body.accessToken?.token
}

test('after ten minutes the cookie shows no codes', async () => {
  const { browser } = await newcomer()
  const { app } = await setUp(browser)
  await press(browser, '/two-factor/set-up', { act: 'confirm', code: app.nextCode() })
  assert.equal(codesIn(await browser.open(at('/two-factor/codes'))).length, 10)
  service.clock.nowMs += 10 * 60 * 1_000
  assert.deepEqual(codesIn(await browser.open(at('/two-factor/codes'))), [])
})

test('a setup’s secret does not stay in a browser after leaving it', async () => {
  const ways: [string, (person: Credentials) => Record<string, string>][] = [
    ['/sign-out', () => ({})],
    ['/sessions', () => ({ act: 'end-all' })],
    ['/close', ({ email }) => ({ email })],
  ]
  for (const [path, form] of ways) {
    const { person, browser } = await newcomer()
    await setUp(browser)
    assert.ok(cookieOf(browser, 'app'))
    await press(browser, path, form(person))
    const kept = ['account', 'app', 'codes'].map((name) => cookieOf(browser, name))
    assert.deepEqual(kept, [undefined, undefined, undefined], path)
  }
})

test('new codes and switching off require a code each time, and the password if its proof is old', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  for (const path of ['/two-factor/renew-codes', '/two-factor/turn-off']) {
    const wrong = await press(browser, path, { code: 'AAAA-AAAA-AAAA-AAAA' })
    assert.equal(wrong.status, 401, path)
    assert.match(wrong.text, /<input id="code"[^>]* aria-invalid="true"/)
    assert.doesNotMatch(wrong.text, /id="password"/)
  }
  await shiftRows(service, 16 * 60)
  assert.match((await browser.open(at('/two-factor/renew-codes'))).text, /id="password"/)
  const renewed = await press(browser, '/two-factor/renew-codes', {
    code: person.backup.pop()!,
    password: person.password,
  })
  const [code = ''] = codesIn(renewed)
  const off = await press(browser, '/two-factor/turn-off', { code })
  assert.equal(newsIn(off), 'Two-factor authentication is off.')
  assert.equal(cookieOf(browser, 'codes'), undefined)
  assert.equal((await signIn(service, person)).status, 200)
})

const appIdsIn = ({ text }: Landing) =>
  [...text.matchAll(/two-factor\/app\?id=([0-9a-f-]+)"/g)].map(([, id]) => id!)

test('another app is added, renamed, replaced and removed; the last one stays', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  await prove(browser, person)
  const [first = ''] = appIdsIn(await browser.open(at('/two-factor')))
  assert.doesNotMatch((await browser.open(at(`/two-factor/app?id=${first}`))).text, /value="remove"/)
  assert.equal((await press(browser, `/two-factor/app?id=${first}`, { act: 'remove' })).status, 409)

  const confirmed = async (page: Landing) => {
    const code = appOf(service, secretIn(page)).nextCode()
    const done = await press(browser, '/two-factor/set-up', { act: 'confirm', code })
    assert.equal(newsIn(done), 'The authenticator app is ready to use.')
    assert.equal(cookieOf(browser, 'app'), undefined)
    return done
  }
  const list = await confirmed(
    await pressBy(browser, '/two-factor/add-app', { name: '<b>Tablet</b>' }, person),
  )
  assert.ok(list.text.includes('&#60;b&#62;Tablet') && !list.text.includes('<b>Tablet'))
  const second = appIdsIn(list).find((id) => id !== first) ?? ''
  assert.equal((await press(browser, `/two-factor/app?id=${second}`, { act: 'rename' })).status, 422)
  const renamed = await press(browser, `/two-factor/app?id=${second}`, { act: 'rename', name: 'Phone' })
  assert.match(renamed.text, /Phone/)
  const replaced = await confirmed(
    await pressBy(browser, `/two-factor/app?id=${second}`, { act: 'replace' }, person),
  )
  assert.ok(!appIdsIn(replaced).includes(second) && /Phone/.test(replaced.text))
  const third = appIdsIn(replaced).find((id) => id !== first) ?? ''
  for (const _ of ['once', 'and pressed again']) {
    const removed = await press(browser, `/two-factor/app?id=${third}`, { act: 'remove' })
    assert.equal(newsIn(removed), 'The authenticator app was removed. Its codes no longer work.')
    assert.deepEqual(appIdsIn(removed), [first])
  }
  // somebody else's
  const other = await registerGuarded(service)
  const otherBrowser = await guardedVisitorOf(other)
  await prove(otherBrowser, other)
  await press(otherBrowser, `/two-factor/app?id=${first}`, { act: 'rename', name: 'My own' })
  assert.deepEqual(appIdsIn(await browser.open(at('/two-factor'))), [first])
  assert.doesNotMatch((await browser.open(at('/two-factor'))).text, /My own/)
})

test('another app is added when no backup code is left', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  await prove(browser, person)
  const page = await pressBy(browser, '/two-factor/add-app', { name: 'Tablet' }, person)
  await service.deps.db.run(sql`update backup_codes set spent_at = now() where user_id = ${person.userId}`)
  const code = appOf(service, secretIn(page)).nextCode()
  const done = await press(browser, '/two-factor/set-up', { act: 'confirm', code })
  assert.equal(newsIn(done), 'The authenticator app is ready to use.')
  assert.equal(appIdsIn(done).length, 2)
})

test('codes whose answer was lost are found in the settings of that visit, and in no other', async () => {
  const { person, browser } = await newcomer()
  const { page, app } = await setUp(browser)
  const before = new Map(browser.cookies.get(service.address))
  const codes = codesIn(await browser.submit(page, { act: 'confirm', code: app.nextCode() }))
  assert.equal(codes.length, 10)
  browser.cookies.set(service.address, before)
  assert.match((await browser.open(at('/two-factor'))).text, /href="\/account\/two-factor\/codes"/)
  const shown = await browser.open(at('/two-factor/codes'))
  assert.deepEqual(codesIn(shown), codes)
  const other = await guardedVisitorOf({ ...person, backup: codes.slice(1) } as Guarded)
  assert.deepEqual(codesIn(await other.open(at('/two-factor/codes'))), [])
  await browser.submit(shown, { code: codes[0]! })
  browser.cookies.set(service.address, before)
  assert.deepEqual(codesIn(await browser.open(at('/two-factor/codes'))), [])
})
