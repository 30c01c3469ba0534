import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Browser, type Landing, withoutNumber } from '../support/browser.ts'
import { browserOf, startFederated } from '../support/federation.ts'
import { get } from '../support/http.ts'
import { newEmail } from '../support/people.ts'
import { shiftRows } from '../support/time.ts'
import { newsIn, problemIn, titleOf, visitorsOf } from '../support/visitors.ts'

const service = await startFederated({ acme: { NAME: 'Acme' } })
const { acme } = service.providers
const { at, press, newcomer } = visitorsOf(service)
const confirming = "Confirm it's you"

test('without a password, only a new sign-in counts as proof', async () => {
  const subject = randomUUID()
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  const browser = browserOf(subject, acme)
  assert.equal(titleOf(await browser.open(at('/provider?provider=acme'))), 'Your account')
  assert.equal(titleOf(await browser.open(at('/password'))), 'Set a password')
  await shiftRows(service, 16 * 60)
  const page = await browser.open(at('/password'))
  assert.equal(titleOf(page), confirming)
  assert.doesNotMatch(withoutNumber(page), /<input(?! type="hidden" name="subject")/)
  assert.match(page.text, /href="\/account\/sign-in\?prompt=login&#38;next=%2Faccount%2Fpassword"/)
  const back = await browser.open(at('/provider?provider=acme&next=/account/password'))
  assert.equal(titleOf(back), 'Set a password')
  const password = 'the first password of the tests'
  await browser.submit(back, { password, passwordConfirmation: password })
  assert.match((await browser.open(at('/password'))).text, /Current password/)
})

/** Links a provider as far as the browser's return. @returns where the provider sends it */
const linkTo = async (browser: Browser, subject: string) => {
  acme.people.set(subject, { email: `${subject}@acme.example`, email_verified: true })
  browser.cookies.set(acme.issuer, new Map([['person', subject]]))
  const page = await press(browser, '/providers', { act: 'link', provider: 'acme' })
  assert.equal(page.headers.get('refresh'), `0; url=${hrefIn(page)}`)
  return browser.open(service.address + hrefIn(page), at('/signed-in'))
}

const hrefIn = ({ text }: Landing) =>
  /class="button" href="(.*?)"/.exec(text)?.[1]?.replaceAll('&#38;', '&').replaceAll('&#61;', '=') ?? ''

test('a provider is linked, signs in, and is unlinked', async () => {
  const { person, browser } = await newcomer()
  const subject = randomUUID()
  const linked = await browser.open((await linkTo(browser, subject)).url.href)
  assert.equal(newsIn(linked), 'The provider is linked. You can sign in with it from now on.')
  assert.match(linked.text, new RegExp(`Linked as ${subject}@acme.example`))
  const elsewhere = browserOf(subject, acme)
  assert.match((await elsewhere.open(at('/provider?provider=acme'))).text, new RegExp(person.email))
  for (const _ of ['once', 'and pressed again']) {
    const page = await press(browser, '/providers', { act: 'unlink', provider: 'acme' })
    assert.match(newsIn(page) ?? '', /^The provider was unlinked/)
  }
})

test('a link is completed only in the browser and the account that began it', async () => {
  const [ada, eve] = [await newcomer(), await newcomer()]
  const identitiesOf = async ({ accessToken }: { accessToken: string }) =>
    (await get(service, '/users/me/identities', accessToken)).body
  // eve's answer, opened by ada: the cookie is missing
  const brought = (await linkTo(eve.browser, randomUUID())).url.href
  const page = await ada.browser.open(brought)
  assert.equal(problemIn(page), 'It was not linked. Please try again.')
  // and with a cookie of another round trip
  await linkTo(ada.browser, randomUUID())
  assert.equal(problemIn(await ada.browser.open(brought)), 'It was not linked. Please try again.')
  assert.deepEqual([await identitiesOf(ada.person), await identitiesOf(eve.person)], [[], []])
})

test('the page says why a link failed', async () => {
  const [ada, eve] = [await newcomer(), await newcomer()]
  const subject = randomUUID()
  await eve.browser.open((await linkTo(eve.browser, subject)).url.href)
  const taken = await ada.browser.open((await linkTo(ada.browser, subject)).url.href)
  assert.match(problemIn(taken) ?? '', /^It was not linked: that account of yours/)
  const already = await eve.browser.open((await linkTo(eve.browser, randomUUID())).url.href)
  assert.match(problemIn(already) ?? '', /^It was not linked: unlink the one/)
  const refused = await ada.browser.open((await linkTo(ada.browser, 'nobody')).url.href)
  assert.match(problemIn(refused) ?? '', /^It was not linked: you cancelled it/)
  const made = await ada.browser.open(at('/providers?error=<script>'))
  assert.ok(!made.text.includes('<script>'))
  await shiftRows(service, 16 * 60)
  assert.equal(titleOf(await press(ada.browser, '/providers', { act: 'link', provider: 'acme' })), confirming)
  assert.equal((await press(eve.browser, '/providers', { act: 'link', provider: 'none' })).status, 404)
})

test('the only way in cannot be unlinked', async () => {
  const subject = randomUUID()
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  const browser = browserOf(subject, acme)
  await browser.open(at('/provider?provider=acme'))
  const page = await press(browser, '/providers', { act: 'unlink', provider: 'acme' })
  assert.equal(page.status, 409)
  assert.ok(problemIn(page))
})
