import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerProven } from '../support/address-change.ts'
import { type Answer, post, send } from '../support/http.ts'
import { linkIn, type Mailing, nextMail, startMailing } from '../support/mailing.ts'
import { openPage, pressButton, sendForm } from '../support/pages.ts'
import { addPasskey } from '../support/passkeys.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { forgot } from '../support/reset.ts'
import { shiftRows } from '../support/time.ts'

const service = await startMailing()
const password = 'a password that is new'
const typed = { password, passwordConfirmation: password }

const verificationLink = async (at: Mailing) =>
  linkIn(await nextMail(at, (await register(at)).email, 'Confirm'))

const resetLink = async (at: Mailing) => {
  const { email } = await register(at)
  await forgot(at, email)
  return linkIn(await nextMail(at, email, 'new password'))
}

/** For how many seconds a page keeps its link. */
const secondsOf = ({ headers }: Answer): number =>
  Number(/^__Host-sallyport-link-.*; Max-Age=(\d+);/.exec(headers.getSetCookie().join())?.[1])

// the clock of the service stands still here
const assertAbout = (seconds: number, expected: number) =>
  assert.ok(Math.abs(seconds - expected) < 30, `${seconds} seconds`)

test('each view of a page renews its link’s cookie, until the link ends', async () => {
  const link = await resetLink(service)
  assertAbout(secondsOf(await openPage(service, link)), 30 * 60)
  await shiftRows(service, 20 * 60)
  const page = await openPage(service, link)
  assertAbout(secondsOf(page), 10 * 60)
  const wrong = await sendForm(service, link, page, { password: 'short', passwordConfirmation: 'short' })
  assert.equal(wrong.status, 422)
  assertAbout(secondsOf(wrong), 10 * 60)
})

test('a page keeps its link for at most an hour, and states the link’s end, as its email does', async () => {
  const { email } = await register(service)
  const mail = await nextMail(service, email, 'Confirm')
  const page = await openPage(service, linkIn(mail))
  assertAbout(secondsOf(page), 60 * 60)
  const [end = '', until = ''] = /This link works once, until (.*? UTC)\./.exec(page.text) ?? []
  assert.ok(mail.text.replaceAll('\n', ' ').includes(end), mail.text)
  const seconds = (Date.parse(until.replace(' at', '')) - Date.now()) / 1_000
  assert.ok(Math.abs(seconds - 24 * 60 * 60) < 120, until)
})

test('people who registered confirm an address with one button, and others may take the account over', async () => {
  const person = await register(service)
  const link = linkIn(await nextMail(service, person.email, 'Confirm'))
  const page = await openPage(service, link)
  assert.match(page.text, /<button type="submit">I created the account just now</)
  const weak = await sendForm(service, link, page, { act: 'take-over', password: 'short' })
  assert.equal(weak.status, 422)
  const signedIn = await post(
    service,
    '/account/sign-in',
    `email=${person.email}&password=${person.password}`,
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    },
  )
  const visit = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookie = [...visit, `__Host-sallyport-link-verify-email=${link.searchParams.get('token')}`].join('; ')
  const own = await send(service, 'GET', link.pathname, { headers: { cookie } })
  assert.match(own.text, /<button type="submit">Confirm my address</)
  assert.ok(!own.text.includes('take-over'))
  const taken = await sendForm(service, link, page, { act: 'take-over', ...typed })
  assert.match(taken.text, /Your new password is set/)
  assert.equal((await signIn(service, person)).status, 401)
  assert.equal((await signIn(service, { ...person, password })).status, 200)
})

test('a page for a new password lists what would stay, each with a button', async () => {
  const person = await registerProven(service)
  const { added } = await addPasskey(service, person)
  await forgot(service, person.email)
  const link = linkIn(await nextMail(service, person.email, 'new password'))
  const page = await openPage(service, link)
  assert.match(page.text, /<h2>What stays<\/h2>/)
  assert.match(page.text, /aria-label="Remove Passkey">Remove</)
  const press = () => sendForm(service, link, page, { act: 'remove', kind: 'passkey', id: added.id })
  for (const again of [await press(), await press()]) assert.equal(again.status, 303)
  const left = await openPage(service, link)
  assert.ok(!left.text.includes('What stays'))
  assert.equal((await sendForm(service, link, left, typed)).status, 200)
})

test('a completed page leads to the sign-in, if there is one', async () => {
  const off = await startMailing({ PAGES: 'off' })
  for (const [at, leads] of [
    [service, true],
    [off, false],
  ] as const) {
    const asked = await post(at, '/account/forgot-password', `email=${newEmail()}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    for (const done of [
      asked,
      await pressButton(at, await verificationLink(at)),
      await pressButton(at, await resetLink(at), typed),
    ]) {
      assert.equal(done.status, 200)
      assert.equal(done.text.includes('<a href="/account/sign-in">Back to sign in</a>'), leads, done.text)
    }
  }
})

test('the page that a notice leads to exists, and asks to sign in', async () => {
  const { email } = await registerProven(service)
  await forgot(service, email)
  const link = linkIn(await nextMail(service, email, 'new password'))
  assert.equal((await pressButton(service, link, typed)).status, 200)
  const { html } = await nextMail(service, email, 'password was changed')
  const [, page = ''] = /<a href="([^"]+)" style="display:inline-block/.exec(html) ?? []
  const { status, headers } = await send(service, 'GET', new URL(page).pathname)
  assert.deepEqual([status, headers.get('location')?.split('?')[0]], [303, '/account/sign-in'])
})

test('a password manager learns whose password is set', async () => {
  const { email } = await register(service)
  const taking = await openPage(service, linkIn(await nextMail(service, email, 'Confirm')))
  await forgot(service, email)
  const resetting = await openPage(service, linkIn(await nextMail(service, email, 'new password')))
  const field = `<input hidden type="text" name="username" autocomplete="username" value="${email}">`
  for (const { text } of [taking, resetting]) assert.equal(text.split(field).length, 2, text)
})
