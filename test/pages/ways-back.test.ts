import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, newBrowser } from '../support/browser.ts'
import { lossesIn } from '../support/losses.ts'
import { askedOn, startPasskeyPages } from '../support/passkey-pages.ts'
import { addPasskey, newOwnPasskey } from '../support/passkeys.ts'
import { type Person, register } from '../support/people.ts'
import { enrol } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'

const service = await startPasskeyPages()
const signInUrl = `${service.address}/account/sign-in`

const textOf = async (browser: Browser) => (await browser.open(`${service.address}/account/ways-back`)).text
const waysOf = async (browser: Browser) => lossesIn(await textOf(browser))

const enter = async ({ email, password }: Person) => {
  const browser = newBrowser()
  return { browser, landed: await browser.submit(await browser.open(signInUrl), { email, password }) }
}

test('the page says what is left after each loss, as long as nothing guards the account', async () => {
  const person = await register(service)
  const { browser } = await enter(person)
  assert.deepEqual(await waysOf(browser), {
    'If you forget your password': ['A new password, set by a link that we email you'],
    [`If you can no longer read ${person.email}`]: ['Your password'],
  })
})

const wait = 'a wait of 72 hours, started by a link that we email you'
const newPassword = 'A new password, set by a link that we email you'

const enrolled = async ({ isConfirmed }: { isConfirmed: boolean }) => {
  const person = await register(service)
  const { code, backup } = await enrol(service, person)
  assert.equal(backup.length, 10)
  if (isConfirmed)
    await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${person.userId}`)
  const { browser, landed } = await enter(person)
  await browser.submit(landed, { code: code() })
  return { person, browser }
}

test('with a second factor, each way but a passkey goes on to what is left of it', async () => {
  const { person, browser } = await enrolled({ isConfirmed: true })
  assert.deepEqual(await waysOf(browser), {
    'If you forget your password': [
      `${newPassword}, then a code from your authenticator app, a backup code, or ${wait}`,
    ],
    'If you lose the app “Authenticator app”': [`Your password, then a backup code or ${wait}`],
    'If you lose your backup codes': [`Your password, then a code from your authenticator app or ${wait}`],
    [`If you can no longer read ${person.email}`]: [
      'Your password, then a code from your authenticator app or a backup code',
    ],
  })
  assert.doesNotMatch(await textOf(browser), /not confirmed/)
})

test('a mailbox that is not confirmed leads past the second factor, and the page says how to change that', async () => {
  const { person, browser } = await enrolled({ isConfirmed: false })
  assert.deepEqual(await waysOf(browser), {
    'If you forget your password': [newPassword],
    'If you lose the app “Authenticator app”': [`Your password, then a backup code or ${wait}`, newPassword],
    'If you lose your backup codes': [
      `Your password, then a code from your authenticator app or ${wait}`,
      newPassword,
    ],
    [`If you can no longer read ${person.email}`]: [
      'Your password, then a code from your authenticator app or a backup code',
    ],
  })
  const [, advice, path = ''] =
    /<p>(You have not confirmed [^<]*)<a href="([^"]*)">/.exec(await textOf(browser)) ?? []
  assert.match(advice ?? '', new RegExp(`${person.email} yet.* no second factor`))
  const { text } = await browser.open(new URL(path, service.address).href)
  assert.match(text, /Not confirmed yet.*Send the email again/s)
})

test('somebody with nothing but a passkey and a mailbox is told that the passkey alone opens the account', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, {
    passkey: newOwnPasskey({ origin: service.address }),
  })
  await service.deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)
  const browser = newBrowser()
  const form = await browser.open(signInUrl)
  await browser.submit(form, { act: 'passkey', credential: JSON.stringify(passkey.get(askedOn(form))) })
  assert.deepEqual(await waysOf(browser), {
    'If you lose the passkey “Passkey”': ['A new password, set by a link that we email you'],
    [`If you can no longer read ${person.email}`]: ['A passkey'],
  })
})
