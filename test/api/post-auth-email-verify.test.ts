import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '../../src/platform/errors.ts'
import { goingAway } from '../support/going-away.ts'
import { get, post, send } from '../support/http.ts'
import { codeIn, linkIn, mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { overtakenAt } from '../support/overtaken.ts'
import { openPage, pressButton, sendForm } from '../support/pages.ts'
import { addPasskey, signInBy } from '../support/passkeys.ts'
import { newEmail, type Person, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import type { TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing({ PRODUCT_NAME: 'Acme' })

const verify = (body: object) => post(service, '/auth/email/verify', body)
const isVerified = async ({ accessToken }: Person) =>
  (await get(service, '/users/me', accessToken)).body.emailVerified as boolean
const askAgain = ({ userId, accessToken }: Person) =>
  post(service, `/users/${userId}/email/verification`, undefined, { token: accessToken })

test('a registration sends an email whose link confirms the address once', async () => {
  const person = await register(service)
  const mail = await nextMail(service, person.email)
  assert.equal(mail.subject, 'Confirm your email address')
  assert.equal(linkIn(mail).origin, 'https://accounts.example.com')
  assert.equal(await isVerified(person), false)
  const token = tokenIn(mail)
  assert.equal((await verify({ token })).status, 204)
  assert.equal(await isVerified(person), true)
  assertRefused(await verify({ token }), 401, 'invalid_credentials')
  tokensOf(await signIn(service, person))
})

test('the page of the link asks before it does anything, and works without a script', async () => {
  const person = await register(service)
  const link = linkIn(await nextMail(service, person.email))
  const page = await openPage(service, link)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.text, /<button type="submit">I created the account just now<\/button>/)
  assert.doesNotMatch(page.text, /<script/)
  assert.equal(await isVerified(person), false)
  const done = await pressButton(service, link)
  assert.deepEqual([done.status, await isVerified(person)], [200, true])
  assert.match(done.text, /Your email address is confirmed/)
  const again = await openPage(service, link)
  assert.deepEqual([again.status, /no longer works/.test(again.text)], [401, true])
})

test('the code in the email does likewise, however it is typed', async () => {
  const person = await register(service)
  const code = codeIn(await nextMail(service, person.email))
  const typed = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  assert.equal((await verify({ email: person.email.toUpperCase(), code: typed })).status, 204)
  assert.equal(await isVerified(person), true)
  assertRefused(await verify({ email: person.email, code }), 401, 'invalid_credentials')
})

test('a link works for a day, until there is a newer one', async () => {
  const person = await register(service)
  const old = tokenIn(await nextMail(service, person.email))
  assert.equal((await askAgain(person)).status, 202)
  const mail = await nextMail(service, person.email)
  assertRefused(await verify({ token: old }), 401, 'invalid_credentials')
  await shiftRows(service, 86_390)
  assert.equal((await openPage(service, linkIn(mail))).status, 200)
  await shiftRows(service, 20)
  assert.equal((await openPage(service, linkIn(mail))).status, 401)
  assertRefused(await verify({ token: tokenIn(mail) }), 401, 'invalid_credentials')
  assertRefused(await verify({ email: person.email, code: codeIn(mail) }), 401, 'invalid_credentials')
})

test('a code works for ten minutes, and its link goes on working', async () => {
  const [early, late] = [await register(service), await register(service)]
  const mails = await Promise.all([early, late].map(({ email }) => nextMail(service, email)))
  const [inTime, tooLate] = mails.map(codeIn)
  await shiftRows(service, 590)
  assert.equal((await verify({ email: early.email, code: inTime })).status, 204)
  await shiftRows(service, 20)
  assertRefused(await verify({ email: late.email, code: tooLate }), 401, 'invalid_credentials')
  assert.equal(await isVerified(late), false)
  assert.equal((await verify({ token: tokenIn(mails[1]!) })).status, 204)
  assert.equal(await isVerified(late), true)
})

test('an email from an earlier version states how long its code works, too', async () => {
  const person = await register(service)
  await service.deps.db.run(
    sql`update outbox set detail = detail - 'codeMinutes' where user_id = ${person.userId}`,
  )
  assert.match(
    (await nextMail(service, person.email)).text,
    /this code when prompted\. It works for 10 minutes:/,
  )
})

test('the email is sent at most three times an hour, and never for a confirmed address', async () => {
  const person = await register(service)
  for (let times = 0; times < 3; times++) assert.equal((await askAgain(person)).status, 202)
  assertRefused(await askAgain(person), 429, 'too_many_attempts')
  const mails = await mailsTo(service, person.email)
  assert.equal(mails.length, 4)
  assert.equal((await verify({ token: tokenIn(mails.at(-1)!) })).status, 204)
  assertRefused(await askAgain(person), 409, 'already_verified')
  const other = await register(service)
  const path = `/users/${person.userId}/email/verification`
  assertRefused(await post(service, path, undefined, { token: other.accessToken }), 404, 'not_found')
  assertRefused(await post(service, path), 401, 'unauthorized')
})

test('an email undone by an outage does not count', async () => {
  const person = await register(service)
  const away = await goingAway(service)
  for (let times = 0; times < 4; times++) {
    const path = `/users/${person.userId}/email/verification`
    assertRefused(await post(away, path, undefined, { token: person.accessToken }), 503, 'unavailable')
  }
  assert.equal((await askAgain(person)).status, 202)
})

test('once a code has confirmed the address, nothing else can fail', async () => {
  const person = await register(service)
  const code = codeIn(await nextMail(service, person.email))
  const failing = await overtakenAt(service, 'update attempts', () => Promise.reject(unavailable()))
  const answer = await post(failing, '/auth/email/verify', { email: person.email, code })
  assert.equal(answer.status, 204, answer.text)
})

test('an invalid link or code is refused by its format or as unknown', async () => {
  const { email } = await register(service)
  assertFieldErrors(await verify({}), { email: 'required', code: 'required' })
  assertFieldErrors(await verify({ token: 5 }), { token: 'string' })
  assertFieldErrors(await verify({ email: 'nobody', code: 5 }), { email: 'email', code: 'string' })
  for (const body of [
    { token: '' },
    { token: 'sp_ev_' },
    { token: `sp_pr_${'A'.repeat(64)}` },
    { email, code: '' },
    { email, code: '0000-0000' },
    { email: newEmail(), code: '0000-0000' },
  ])
    assertRefused(await verify(body), 401, 'invalid_credentials')
})

test('EMAIL_VERIFICATION=off sends nothing by itself', async () => {
  const off = await startVariant(service, { config: { emailVerification: 'off' } })
  const before = await countRows(service)
  const person = await register(off)
  const { outbox, mail_links } = await countRows(service)
  assert.deepEqual([outbox, mail_links], [before.outbox, before.mail_links])
  assert.equal((await askAgain(person)).status, 202)
  await nextMail(service, person.email)
})

test('EMAIL_VERIFICATION=required refuses sign-ins before confirmation, and replaces an expired link', async () => {
  const strict = await startVariant(service, { config: { emailVerification: 'required' } })
  const person = { email: newEmail(), password: 'a password of the tests' }
  tokensOf(await tryToRegister(strict, person), 201)
  const first = tokenIn(await nextMail(service, person.email))
  assertRefused(await signIn(strict, { ...person, password: 'a wrong password' }), 401, 'invalid_credentials')
  assertRefused(await signIn(strict, person), 403, 'email_unverified')
  assert.deepEqual(await mailsTo(service, person.email), [])
  await shiftRows(service, 86_401)
  assertRefused(await verify({ token: first }), 401, 'invalid_credentials')
  for (let times = 0; times < 12; times++) {
    const refused = await signIn(strict, person)
    assertRefused(refused, 403, 'email_unverified')
  }
  const mails = await mailsTo(service, person.email)
  assert.equal(mails.length, 1)
  assert.equal((await verify({ token: tokenIn(mails.at(-1)!) })).status, 204)
  tokensOf(await signIn(strict, person))
})

test('a sign-in overtaken by the confirmation is refused, and the next one is not', async () => {
  const strict = await startVariant(service, { config: { emailVerification: 'required' } })
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  for (const signInAt of [
    (at: TestService) => signIn(at, person),
    (at: TestService) => signInBy(at, passkey),
  ]) {
    const token = tokenIn(await nextMail(service, person.email, 'Confirm your email address'))
    const overtaken = await overtakenAt(strict, 'select 1 from mail_links', async () => {
      assert.equal((await verify({ token })).status, 204)
    })
    assertRefused(await signInAt(overtaken), 403, 'email_unverified')
    tokensOf(await signInAt(strict))
    await service.deps.db.run(sql`update emails set verified_at = null where user_id = ${person.userId}`)
    assert.equal((await askAgain(person)).status, 202)
  }
})

test('a sign-in overtaken by the end of its account learns nothing of it', async () => {
  const strict = await startVariant(service, { config: { emailVerification: 'required' } })
  const person = await register(service)
  const atOnce = await startVariant(service, { config: { accountDeletionDays: 0 } })
  const { userId, accessToken: token } = person
  const overtaken = await overtakenAt(strict, 'select 1 from mail_links', () =>
    send(atOnce, 'DELETE', `/users/${userId}`, { token }),
  )
  assertRefused(await signIn(overtaken, person), 403, 'email_unverified')
  assertRefused(await signIn(strict, person), 401, 'invalid_credentials')
})

test('a page’s form is accepted from here, and from another site refused', async () => {
  const person = await register(service)
  const link = linkIn(await nextMail(service, person.email))
  const page = await openPage(service, link)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://accounts.example.com' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ] as Record<string, string>[]) {
    const answer = await sendForm(service, link, page, {}, headers)
    assert.equal(answer.status, 403, JSON.stringify(headers))
  }
  assert.equal(await isVerified(person), false)
  const answer = await sendForm(service, link, page, {}, { origin: 'https://accounts.example.com' })
  assert.deepEqual([answer.status, await isVerified(person)], [200, true])
})

test('a page accepts only its own form', async () => {
  for (const path of [
    'verify-email',
    'reset-password',
    'reset-two-factor',
    'undo-email-change',
    'forgot-password',
  ])
    for (const body of [{ token: 5 }, { token: null, email: {} }, []]) {
      const answer = await send(service, 'POST', `/account/${path}`, {
        body,
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      assert.equal(answer.status, 415, answer.text)
      assert.match(answer.text, /This request didn&#39;t come from our page/)
    }
})
