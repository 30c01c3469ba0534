import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountPages } from '../../src/web/pages/pages.ts'
import { type Browser, type Landing, newBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { linkIn, nextMail, startMailing } from '../support/mailing.ts'
import { newEmail, type Person, register, signIn } from '../support/people.ts'
import { forgot } from '../support/reset.ts'
import { type Guarded, registerGuarded } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { problemIn, titleOf, visitorsOf } from '../support/visitors.ts'

const port = await freePort()
const service = await startMailing({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
const { at, newcomer } = visitorsOf(service)

const outdatedWords =
  /Somebody has since signed in to another account in this browser, or opened another link/

const assertOutdated = (page: Landing, title: string) => {
  assert.deepEqual([page.status, titleOf(page)], [409, title])
  assert.match(problemIn(page) ?? '', outdatedWords)
}

/** The link may still work: the page says how to go on with it. */
const assertForgotten = (page: Landing) => {
  assert.deepEqual([page.status, titleOf(page)], [409, 'Please open the link again'])
  assert.match(
    page.text,
    /open for too long, the link has already been used, or another one has since been opened/,
  )
}

/** Signs in somebody else there, in another tab. */
const signInAs = async ({ email, password }: Person, browser: Browser) => {
  const form = await browser.open(at('/sign-in?prompt=login'))
  assert.equal(titleOf(await browser.submit(form, { email, password })), 'Your account')
}

test('with two links of a kind in two tabs, each form acts on its own or on none', async () => {
  const people = [await register(service), await register(service)] as const
  const [ann, bob] = people
  const linkOf = async ({ email }: Person) => {
    await forgot(service, email)
    return linkIn(await nextMail(service, email, 'new password'))
  }
  const [annsLink, bobsLink] = [await linkOf(ann), await linkOf(bob)]
  const browser = newBrowser()
  const annsTab = await browser.open(annsLink.href)
  const bobsTab = await browser.open(bobsLink.href)
  const password = 'a fresh long password'
  const typed = { password, passwordConfirmation: password }
  assertOutdated(await browser.submit(annsTab, typed), 'Set a new password')
  for (const person of people) assert.equal((await signIn(service, person)).status, 200)
  assert.equal((await browser.submit(bobsTab, typed)).status, 200)
  assert.equal((await signIn(service, { ...bob, password })).status, 200)
  // the link that was overtaken still works
  assert.equal((await browser.submit(await browser.open(annsLink.href), typed)).status, 200)
  assert.equal((await signIn(service, { ...ann, password })).status, 200)
})

test('a link superseded in another tab is not called invalid once the newer one is used', async () => {
  const linkOf = async () => {
    const { email } = await register(service)
    await forgot(service, email)
    return linkIn(await nextMail(service, email, 'new password'))
  }
  const [annsLink, bobsLink] = [await linkOf(), await linkOf()]
  const browser = newBrowser()
  const annsTab = await browser.open(annsLink.href)
  const bobsTab = await browser.open(bobsLink.href)
  const password = 'a fresh long password'
  const typed = { password, passwordConfirmation: password }
  assert.equal((await browser.submit(bobsTab, typed)).status, 200)
  assertForgotten(await browser.submit(annsTab, typed))
  // pressed again, or loaded again: it must not say that nothing was changed
  const again = await browser.submit(bobsTab, typed)
  assertForgotten(again)
  assert.match(again.text, /If you have just used it, you(&#39;|')re all set/)
  assert.equal((await browser.submit(await browser.open(annsLink.href), typed)).status, 200)
  assert.equal((await browser.open(annsTab.url.href)).status, 401)
})

test('a link whose page outlived its cookie is not called invalid', async () => {
  const { email } = await register(service)
  await forgot(service, email)
  const link = linkIn(await nextMail(service, email, 'new password'))
  const browser = newBrowser()
  const page = await browser.open(link.href)
  assert.ok(browser.cookies.get(service.address)?.delete('sallyport-link-reset-password'))
  const password = 'a fresh long password'
  const typed = { password, passwordConfirmation: password }
  assertForgotten(await browser.submit(page, typed))
  assert.equal((await browser.submit(await browser.open(link.href), typed)).status, 200)
})

test('a former person’s tab changes nothing of the one who has signed in since', async () => {
  const { person: bob, browser } = await newcomer()
  const ann = await register(service)
  const bobsTab = await browser.open(at('/email'))
  await signInAs(ann, browser)
  const typed = newEmail()
  const refused = await browser.submit(bobsTab, { email: typed })
  assertOutdated(refused, 'Change your email address')
  assert.ok(refused.text.includes(ann.email) && !refused.text.includes(bob.email))
  assert.ok(!refused.text.includes(typed), 'nor is it suggested to the other account')
  const pending = sql`select from mail_links where user_id in (${ann.userId}, ${bob.userId}) and kind = 'email-change'`
  assert.equal((await service.deps.db.run(pending)).length, 0)
  // on the page as it is now, it is meant
  assert.equal((await browser.submit(refused, { email: typed })).status, 200)
  assert.equal((await service.deps.db.run(pending)).length, 1)
})

test('a former person’s tab signs nobody out', async () => {
  const { browser } = await newcomer()
  const bobsTab = await browser.open(at('/sign-out'))
  await signInAs(await register(service), browser)
  assertOutdated(await browser.submit(bobsTab, {}), 'Sign out')
  assert.equal(titleOf(await browser.open(at(''))), 'Your account')
})

test('signing in again as oneself keeps open tabs working', async () => {
  const { person, browser } = await newcomer()
  const tab = await browser.open(at('/sign-out'))
  await signInAs(person, browser)
  assert.equal(titleOf(await browser.submit(tab, {})), 'Sign in')
  const { email, password, code } = await registerGuarded(service)
  const form = await browser.open(at('/sign-in'))
  const step = await browser.submit(form, { email, password })
  await browser.submit(form, { email, password })
  assert.equal(titleOf(await browser.submit(step, { code: code() })), 'Your account')
})

test('a second step does not continue as somebody who has signed in since', async () => {
  const { email, password, code } = await registerGuarded(service)
  const browser = newBrowser()
  const bobsTab = await browser.submit(await browser.open(at('/sign-in')), { email, password })
  await signInAs(await register(service), browser)
  const refused = await browser.submit(bobsTab, { code: code() })
  assert.equal(refused.status, 409)
  assert.match(refused.text, outdatedWords)
})

test('an expired second step does not continue as the previous visitor', async () => {
  const { browser } = await newcomer()
  const { email, password, code } = await registerGuarded(service)
  const step = await browser.submit(await browser.open(at('/sign-in?prompt=login')), { email, password })
  await shiftRows(service, 301)
  // without the `prompt`, which asks anew in any case
  const late = await browser.submit({ ...step, url: new URL(at('/second-step')) }, { code: code() })
  assert.equal(titleOf(late), 'Sign in')
  assert.match(problemIn(late) ?? '', /^That took too long/)
})

test('with second steps in two tabs, a code is checked for its own account or for none', async () => {
  const [ann, bob] = [await registerGuarded(service), await registerGuarded(service)]
  const browser = newBrowser()
  const form = await browser.open(at('/sign-in'))
  const stepOf = ({ email, password }: Guarded) => browser.submit(form, { email, password })
  const annsTab = await stepOf(ann)
  const bobsTab = await stepOf(bob)
  assertOutdated(await browser.submit(annsTab, { code: ann.code() }), 'One more step')
  const lost = await browser.open(at('/lost-second-factor'))
  assertOutdated(await browser.submit({ ...annsTab, url: lost.url }, {}), titleOf(lost) ?? '')
  const told = sql`select from events where type in ('two_factor.refused', 'two_factor.reset_requested')`
  assert.equal((await service.deps.db.run(told)).length, 0)
  assert.equal(titleOf(await browser.submit(bobsTab, { code: bob.code() })), 'Your account')
})

test('each form of the settings names its account, and does nothing otherwise', async () => {
  const { browser } = await newcomer()
  let tried = 0
  for (const { path, isPrivate, acts = {} } of accountPages) {
    const page = await browser.open(service.address + path)
    if (!isPrivate || page.status !== 200 || page.url.pathname !== path) continue
    const count = (words: RegExp) => page.text.match(words)?.length
    assert.equal(
      count(/<form method="post"(?! action="\/account\/language")/g),
      count(/<input type="hidden" name="subject"/g),
      path,
    )
    for (const act of Object.keys(acts)) {
      const answer = await browser.submit({ ...page, text: '' }, { act })
      assert.equal(answer.status, 409, `${path} ${act}`)
      tried++
    }
  }
  assert.ok(tried > 10)
})

test('a form’s subject is valid for that form’s account only', async () => {
  const { browser } = await newcomer()
  const own = await browser.open(at('/email'))
  const other = await (await newcomer()).browser.open(at('/email'))
  const mistyped = own.text.replaceAll(/(?<=name="subject" value=")./g, (first) =>
    first === 'A' ? 'B' : 'A',
  )
  for (const text of [other.text, mistyped, ''])
    assert.equal((await browser.submit({ ...own, text }, { email: newEmail() })).status, 409)
  assert.equal((await browser.submit(own, { email: newEmail() })).status, 200)
})
