import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Landing, newBrowser } from '../support/browser.ts'
import { consoleOf, newConsoleOperator } from '../support/console.ts'
import { get } from '../support/http.ts'
import { register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { newsIn, titleOf } from '../support/visitors.ts'

const service = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0', PUBLIC_URL: 'http://localhost:3000' })
const { at, press, operatorBrowser } = consoleOf(service)
const operator = await newConsoleOperator(service)
const reason = 'seen at the desk'

test('an operator signs in with a password and a code, and comes to the page that was asked for', async () => {
  const browser = newBrowser()
  const asked = await browser.open(at('/people'))
  assert.equal(titleOf(asked), 'Console')
  const { email, password, backup } = operator
  const step = await browser.submit(asked, { email, password })
  assert.equal(titleOf(step), 'One more step')
  const page = await browser.submit(step, { code: backup.pop()! })
  assert.equal(titleOf(page), 'People')
})

test('every page of the console opens', async () => {
  const browser = await operatorBrowser(operator)
  const { userId } = await register(service)
  for (const path of [
    '',
    '/people',
    `/people/person?id=${userId}`,
    `/people/why?id=${userId}`,
    `/people/activity?id=${userId}`,
    `/people/act?id=${userId}&act=block`,
    '/people/invite',
    '/acts',
    '/events',
    '/mails',
    '/keys',
    '/webhooks',
    '/settings',
    '/operators',
    '/prove',
    '/sign-out',
  ]) {
    const page = await browser.open(at(path))
    assert.equal(page.status, 200, `${path} ${page.text}`)
    assert.equal(`${page.url.pathname}${page.url.search}`, `/console${path}`, path)
  }
})

/** The links that look like buttons: to an act, and by what name. */
const buttonsIn = ({ text }: Landing) =>
  [...text.matchAll(/<a class="button[^"]*" href="([^"]+)"(?: aria-label="([^"]+)")?>([^<]+)</g)].map(
    ([, to = '', name, label]) => ({ to: to.replaceAll('&#38;', '&'), name, label }),
  )

test('a button leads to its act, and is named after its row where there are several', async () => {
  const browser = await operatorBrowser(operator)
  const { userId } = await register(service)
  const onPerson = buttonsIn(await browser.open(at(`/people/person?id=${userId}`)))
  const block = onPerson.find(({ label }) => label === 'Block the account')
  const path = `/people/act?id=${userId}&act=block`
  assert.deepEqual(block, { to: `/console${path}`, name: undefined, label: 'Block the account' })
  assert.equal(titleOf(await browser.open(at(path))), 'Block the account')

  const { id } = await newServiceKey(service, { name: 'billing' })
  const onKeys = buttonsIn(await browser.open(at('/keys')))
  const to = `/console/keys/act?id=${id}&act=revoke-key`
  assert.deepEqual(onKeys, [{ to, name: 'Revoke this key: billing', label: 'Revoke this key' }])
})

test('somebody is blocked with a reason, and it is on their timeline and among the acts', async () => {
  const browser = await operatorBrowser(operator)
  const person = await register(service)
  const path = `/people/act?id=${person.userId}&act=block`
  const page = await press(browser, path, { reason })
  assert.equal(newsIn(page), 'Done: Block the account', page.text)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 401)
  const { userId } = person
  for (const where of [`/people/person?id=${userId}`, `/people/activity?id=${userId}`, '/acts']) {
    const { text } = await browser.open(at(where))
    assert.match(text, /user\.disabled/)
    assert.match(text, /seen at the desk/)
    assert.match(text, new RegExp(`an operator <code>${operator.userId}</code>`))
  }
})
