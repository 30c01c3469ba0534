import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerOwned } from '../support/address-change.ts'
import { newBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { codeIn, nextMail, startMailing } from '../support/mailing.ts'
import { askedOn } from '../support/passkey-pages.ts'
import { addPasskey, newOwnPasskey } from '../support/passkeys.ts'
import { newEmail, register } from '../support/people.ts'
import { enrol } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'
import { problemIn, titleOf, visitorsOf } from '../support/visitors.ts'

const port = await freePort()
const address = `http://localhost:${port}`
const started = await startMailing({ EMAIL_SIGN_IN: 'on', PORT: String(port), PUBLIC_URL: address })
const service = { ...started, address }
const { at, press, visitorOf } = visitorsOf(service)

const asking = async (email: string, path = '/sign-in') => {
  const browser = newBrowser()
  const page = await press(browser, path, { act: 'email-code', email })
  assert.equal(titleOf(page), 'Check your email', page.text)
  return { browser, page, code: codeIn(await nextMail(service, email, 'Your code')) }
}

test('a code is asked for without a password, typed on a page that survives a reload, and signs in', async () => {
  const { email } = await registerOwned(service)
  const { browser, page, code } = await asking(email)
  const wrong = await browser.submit(page, { code: '0000-0000' })
  assert.equal(titleOf(wrong), 'Check your email')
  assert.match(String(problemIn(wrong)), /wrong/)
  assert.match(wrong.text, /id="code-problem"/)
  const again = await browser.open(at('/email-code'))
  const typed = ` ${code.toLowerCase().replace('-', ' ')}`
  assert.equal(titleOf(await browser.submit(again, { code: typed })), 'Your account')
})

test('somebody new gets an account by it, from the page to register on', async () => {
  const { browser, page, code } = await asking(newEmail(), '/register')
  assert.equal(titleOf(await browser.submit(page, { code })), 'Your account')
  const { text } = await browser.open(at(''))
  assert.match(text, /You sign in without one/)
  assert.doesNotMatch(text, /password alone|password is enough/)
})

test('a mailbox and a passkey make an account in one visit, which has no password and takes no second step', async () => {
  const { browser, page, code } = await asking(newEmail(), '/register')
  // its script notes that this device can make a passkey
  assert.match(page.text, /data-passkey-ready[\s\S]*<script>/)
  const offer = await browser.submit(page, { code, passkeys: 'yes' })
  assert.equal(titleOf(offer), 'Sign in without a code next time?')
  const passkey = newOwnPasskey({ origin: address })
  const credential = JSON.stringify(passkey.create(askedOn(offer, 'create')))
  assert.equal(titleOf(await browser.submit(offer, { act: 'add', credential })), 'Your account')

  const next = newBrowser()
  const form = await next.open(at('/sign-in'))
  const signedIn = await next.submit(form, {
    act: 'passkey',
    credential: JSON.stringify(passkey.get(askedOn(form))),
  })
  assert.equal(titleOf(signedIn), 'Your account')
  assert.match((await next.open(at('/ways-back'))).text, /If you lose the passkey.*A code that we email you/s)
})

test('without a password, a passkey can be removed once the mailbox was proven, and not before', async () => {
  const person = await register(service)
  const { userId } = person
  const browser = await visitorOf(person)
  const { added } = await addPasskey(service, person, { passkey: newOwnPasskey({ origin: address }) })
  await service.deps.db.run(sql`delete from passwords where user_id = ${userId}`)
  const pageOf = async () => (await browser.open(at(`/passkeys/passkey?id=${added.id}`))).text
  assert.match(await pageOf(), /This is your only way to sign in/)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${userId}`)
  assert.match(await pageOf(), /value="remove"/)
})

test('the second step follows as ever, and a page from before leads to it', async () => {
  const person = await enrol(service, await registerOwned(service))
  const { browser, page, code } = await asking(person.email)
  const step = await browser.submit(page, { code })
  assert.equal(titleOf(step), 'One more step')
  assert.equal(titleOf(await browser.open(at('/email-code'))), 'One more step')
  assert.equal(titleOf(await browser.submit(step, { code: person.code() })), 'Your account')
  assert.equal(titleOf(await browser.open(at('/email-code'))), 'Your account')
})

test('a code that is over leads back to the page to sign in on, which says so', async () => {
  const { email } = await registerOwned(service)
  const { browser, page, code } = await asking(email)
  for (let times = 0; times < 5; times++) await browser.submit(page, { code: '0000-0000' })
  const back = await browser.submit(page, { code })
  assert.equal(titleOf(back), 'Sign in')
  assert.match(back.text, /took too long/)
  assert.match(back.text, new RegExp(email), 'the address is still there')
  assert.equal(titleOf(await newBrowser().open(at('/email-code'))), 'Sign in')
})

test('where it is off, there is neither button nor page', async () => {
  const off = await startVariant(service, { config: { emailSignIn: false } })
  const browser = newBrowser()
  for (const path of ['/account/sign-in', '/account/register'])
    assert.doesNotMatch((await browser.open(`${off.address}${path}`)).text, /email-code/)
  assert.equal((await browser.open(`${off.address}/account/email-code`)).status, 404)
})
