import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { type Answer, post } from '../support/http.ts'
import { linkIn, type Mailing, nextMail, startMailing } from '../support/mailing.ts'
import { openPage, pressButton, sendForm } from '../support/pages.ts'
import { newEmail, register } from '../support/people.ts'
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

test('each view of a page keeps its link anew, until the link ends', async () => {
  const link = await resetLink(service)
  assertAbout(secondsOf(await openPage(service, link)), 30 * 60)
  await shiftRows(service, 20 * 60)
  const page = await openPage(service, link)
  assertAbout(secondsOf(page), 10 * 60)
  const wrong = await sendForm(service, link, page, { password: 'short', passwordConfirmation: 'short' })
  assert.equal(wrong.status, 422)
  assertAbout(secondsOf(wrong), 10 * 60)
})

test('a page keeps its link for an hour at most, and says until when', async () => {
  const inAnHour = minuteOf(new Date(service.clock.nowMs + 60 * 60 * 1_000))
  const page = await openPage(service, await verificationLink(service))
  assertAbout(secondsOf(page), 60 * 60)
  assert.ok(page.text.includes(`This link works once, until ${inAnHour}.`), page.text)
})

test('a page where everything is done leads to the sign-in, where there is one', async () => {
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
