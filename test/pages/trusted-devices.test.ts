import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../../contract/wire.ts'
import { dayOf } from '../../src/messages/mail/minute.ts'
import { type Browser, newBrowser } from '../support/browser.ts'
import { appUrl, browserOf, startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { get, post, send } from '../support/http.ts'
import { publicUrl } from '../support/mailing.ts'
import { addPasskey } from '../support/passkeys.ts'
import { type Credentials, newEmail, register, tokensOf } from '../support/people.ts'
import { alongCode } from '../support/proof.ts'
import { challengeFor, enrol, type Guarded, registerGuarded } from '../support/second-factor.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { shiftRows } from '../support/time.ts'
import { listDevices } from '../support/trusted-devices.ts'
import { startVariant } from '../support/variant.ts'
import { newsIn, titleOf, visitorsOf } from '../support/visitors.ts'

const service = await startFederated({ acme: {} })
const { at, press, cookieOf } = visitorsOf(service)
const { acme } = service.providers
const day = 86_400

const signIn = (browser: Browser, { email, password }: Credentials) =>
  press(browser, '/sign-in', { email, password })

/** A browser in which the second step was taken, with the box as it is told. */
const browserAt = async (person: Guarded, box: Record<string, string> = { trustDevice: 'yes' }) => {
  const browser = newBrowser()
  assert.equal(titleOf(await signIn(browser, person)), 'One more step')
  const page = await press(browser, '/second-step', { code: person.code(), ...box })
  assert.equal(titleOf(page), 'Your account')
  service.clock.nowMs += 30_000
  return browser
}

/** The page of somebody who has taken the first step. */
const stepOf = async (where: { address: string }, person: Credentials, cookie = 'sallyport-step') => {
  const headers = { cookie: `${cookie}=${await challengeFor(where, person)}` }
  const page = await send(where, 'GET', '/account/second-step', { headers })
  assert.equal(page.status, 200, page.text)
  return page
}

const leave = (browser: Browser) => press(browser, '/sign-out')

test('a ticked box skips the second step in this browser, also after signing out, and in no other', async () => {
  const person = await registerGuarded(service)
  const browser = await browserAt(person)
  const first = cookieOf(browser, 'device')
  assert.match(String(first), /^sp_dt_/)
  await leave(browser)
  assert.equal(titleOf(await signIn(browser, person)), 'Your account')
  assert.notEqual(cookieOf(browser, 'device'), first)
  await leave(browser)
  assert.equal(titleOf(await signIn(browser, person)), 'Your account')
  assert.equal(titleOf(await signIn(newBrowser(), person)), 'One more step')
})

test('without the box nothing is remembered', async () => {
  const person = await registerGuarded(service)
  const browser = await browserAt(person, {})
  assert.equal(cookieOf(browser, 'device'), undefined)
  await leave(browser)
  assert.equal(titleOf(await signIn(browser, person)), 'One more step')
  assert.deepEqual(await listDevices(service, person), [])
})

test('the box says for how long, stays ticked beside a wrong code, and is not there if the operator wants none', async () => {
  const person = await registerGuarded(service)
  const boxIn = async (trustedDeviceDays: number) => {
    const variant = await startVariant(service, { config: { trustedDeviceDays } })
    const { text } = await stepOf(variant, person)
    return /<label for="trustDevice">(.*?)<\/label>/.exec(text)?.[1]
  }
  assert.equal(await boxIn(30), 'Don&#39;t ask again on this device for 30 days')
  assert.equal(await boxIn(1), 'Don&#39;t ask again on this device for a day')
  assert.equal(await boxIn(0), undefined)
  const browser = newBrowser()
  await signIn(browser, person)
  const wrong = await press(browser, '/second-step', { code: '12345', trustDevice: 'yes' })
  assert.match(wrong.text, /name="trustDevice" value="yes" checked>/)
})

test('where https is, the cookie is this host’s alone, and no script reads it', async () => {
  const secure = await startVariant(service, { config: { publicUrl } })
  const person = await registerGuarded(service)
  const headersOf = (cookie: string) => ({
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    cookie,
  })
  const cookies = new Map([['__Host-sallyport-kept', 'yes']])
  const sendForm = async (path: string, form: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await send(secure, 'GET', path, { headers: { cookie } })
    const subject = /name="subject" value="([^"]+)"/.exec(page.text)?.[1]
    const body = new URLSearchParams({ ...form, ...(subject && { subject }) }).toString()
    const answer = await send(secure, 'POST', path, { body, headers: headersOf(cookie) })
    const lines = answer.headers.getSetCookie()
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return lines
  }
  await sendForm('/account/sign-in', { email: person.email, password: person.password })
  const lines = await sendForm('/account/second-step', { code: person.code(), trustDevice: 'yes' })
  const line = lines.find((each) => each.startsWith('__Host-sallyport-device='))
  assert.match(String(line), /; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/)
})

test('an application gets what was proven here, and when', async () => {
  const key = await newServiceKey(service)
  const person = await registerGuarded(service)
  const browser = await browserAt(person)
  await leave(browser)
  await shiftRows(service, 3 * day)
  await signIn(browser, person)
  const app = await newApplication(service)
  const { url } = await browser.open(app.start(), appUrl)
  const { accessToken: token } = tokensOf(await app.exchange(app.codeIn(url)))
  const sessions: Session[] = (await get(service, '/users/me/sessions', token)).body
  const mine = sessions.find(({ current }) => current)
  assert.deepEqual(mine?.methods, ['password', 'trusted_device'])
  const told = (await post(service, '/auth/introspect', { token }, { token: key.key })).body
  assert.deepEqual(told.amr, ['pwd'])
  const age = Date.parse(mine!.createdAt) / 1_000 - told.auth_time
  assert.ok(age >= 3 * day && age < 4 * day, `the second factor is ${age} seconds old`)
})

test('a provider’s sign-in skips the step, too', async () => {
  const email = newEmail()
  acme.people.set('ada', { email, email_verified: true })
  const browser = browserOf('ada', acme)
  const start = `${service.address}/account/provider?provider=acme`
  assert.equal(titleOf(await browser.open(start)), 'Your account')
  const app = await newApplication(service)
  const { accessToken, refreshToken } = tokensOf(
    await app.exchange(app.codeIn((await browser.open(app.start(), appUrl)).url)),
  )
  const userId = (await get(service, '/users/me', accessToken)).body.id
  const person = await enrol(service, { email, password: '', userId, accessToken, refreshToken })
  // which has ended the visit
  assert.equal(titleOf(await browser.open(start)), 'One more step')
  const page = await press(browser, '/second-step', { code: person.code(), trustDevice: 'yes' })
  assert.equal(titleOf(page), 'Your account')
  await leave(browser)
  assert.equal(titleOf(await browser.open(start)), 'Your account')
})

test('a passkey as the second step has the box, too', async () => {
  const secure = await startVariant(service, { config: { publicUrl } })
  const person = await registerGuarded(service)
  await addPasskey(secure, person, { asSecondFactor: true, along: alongCode(person) })
  const step = await stepOf(secure, person, '__Host-sallyport-step')
  assert.match(step.text, /<input type="checkbox" id="trustDeviceByPasskey" name="trustDevice" value="yes">/)
})

test('somebody else at the browser takes the second step of their own, and each keeps what is theirs', async () => {
  const [ada, grace] = [await registerGuarded(service), await registerGuarded(service)]
  const browser = await browserAt(ada)
  await leave(browser)
  assert.equal(titleOf(await signIn(browser, grace)), 'One more step')
  await press(browser, '/second-step', { code: grace.code() })
  await leave(browser)
  assert.equal(titleOf(await signIn(browser, ada)), 'Your account')
})

test('the devices are on the page of the sessions, in words of their own, and are ended there', async () => {
  const person = await registerGuarded(service)
  const browser = await browserAt(person)
  const page = await browser.open(at('/sessions'))
  assert.match(page.text, /<h2>Trusted devices<\/h2>/)
  const [, until = '', shown] = /trusted until: <time datetime="([^"]*)"[^>]*>([^<]*)</.exec(page.text) ?? []
  assert.equal(shown, dayOf(new Date(until), 'en'))
  const [device] = await listDevices(service, person)
  assert.match(page.text, new RegExp(`· This browser</p>[\\s\\S]*?name="id" value="${device!.id}"`))
  const ended = await press(browser, '/sessions', { act: 'forget', id: device!.id })
  assert.equal(newsIn(ended), 'That device is no longer trusted.')
  assert.ok(!ended.text.includes('Trusted devices'))
  await leave(browser)
  assert.equal(titleOf(await signIn(browser, person)), 'One more step')
})

test('nobody without a second factor sees anything of it', async () => {
  const person = await register(service)
  const browser = newBrowser()
  await signIn(browser, person)
  assert.ok(!(await browser.open(at('/sessions'))).text.includes('Trusted devices'))
})
