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

const waysOf = async (browser: Browser) =>
  lossesIn((await browser.open(`${service.address}/account/ways-back`)).text)

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

test('with a second factor, each way but a passkey goes on to what is left of it', async () => {
  const person = await register(service)
  const { code, backup } = await enrol(service, person)
  const { browser, landed } = await enter(person)
  await browser.submit(landed, { code: code() })
  const wait = 'a wait of 72 hours, started by a link that we email you'
  assert.deepEqual(await waysOf(browser), {
    'If you forget your password': [
      `A new password, set by a link that we email you, then a code from your authenticator app, a backup code, or ${wait}`,
    ],
    'If you lose the app “Authenticator app”': [`Your password, then a backup code or ${wait}`],
    'If you lose your backup codes': [`Your password, then a code from your authenticator app or ${wait}`],
    [`If you can no longer read ${person.email}`]: [
      'Your password, then a code from your authenticator app or a backup code',
    ],
  })
  assert.equal(backup.length, 10)
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
