import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser } from '../support/browser.ts'
import { get } from '../support/http.ts'
import { register } from '../support/people.ts'
import { sharedService } from '../support/service.ts'
import { titleOf, visitorsOf } from '../support/visitors.ts'

const service = await sharedService()
const { at, press, visitorOf } = visitorsOf(service)

/** Presses a language below a page that was opened at an address. */
const choose = async (cookie: string, language: string, from: string, more = {}) =>
  fetch(at('/language'), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: service.address, referer: from, ...more },
    body: new URLSearchParams({ language }),
  })

test('a language chosen below a page stays, whatever the browser and the application prefer, and leads back', async () => {
  const browser = newBrowser()
  const page = await browser.open(at('/sign-in?ui_locales=fr&login_hint=a@example.com'))
  assert.equal(titleOf(page), 'Se connecter')
  assert.match(page.text, /<form method="post" action="\/account\/language" aria-label="Langue">/)
  const answer = await choose('', 'de', page.url.href)
  assert.equal(answer.status, 303)
  assert.equal(answer.headers.get('location'), page.url.pathname + page.url.search)
  const [, name = ''] = /^([^=]+)=de;.*Max-Age=2592000/.exec(answer.headers.getSetCookie().join()) ?? []
  browser.cookies.get(service.address)?.set(name, 'de')
  assert.equal(titleOf(await browser.open(page.url.href)), 'Anmelden')
})

test('the account keeps the chosen language for its emails, too', async () => {
  const person = await register(service)
  const browser = await visitorOf(person)
  await press(browser, '/language', { language: 'es' })
  assert.equal((await get(service, '/users/me', person.accessToken)).body.language, 'es')
  assert.equal(titleOf(await browser.open(at('/sessions'))), 'Sesiones')
})

test('choosing a language leads to no other site, and accepts no unknown language and no other site’s form', async () => {
  for (const from of [`${service.address}//elsewhere.example.com/`, 'about:blank', ''])
    assert.equal((await choose('', 'de', from)).headers.get('location'), '/', from)
  assert.deepEqual((await choose('', 'xx', at(''))).headers.getSetCookie(), [])
  assert.equal((await choose('', 'de', at(''), { origin: 'https://elsewhere.example.com' })).status, 403)
})
