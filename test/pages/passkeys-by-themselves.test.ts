import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PasskeyCreation } from '../../contract/wire.ts'
import { type Landing, newBrowser } from '../support/browser.ts'
import { get, send } from '../support/http.ts'
import { lossesIn } from '../support/losses.ts'
import { askedOn, startPasskeyPages, toldIn } from '../support/passkey-pages.ts'
import {
  beginPasskey,
  confirmPasskey,
  newOwnPasskey,
  passkeysOf,
  proofBy,
  signInBy,
} from '../support/passkeys.ts'
import { type Person, register, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startPasskeyPages()
const origin = service.address
const signInUrl = `${origin}/account/sign-in`

const newPasskey = () => newOwnPasskey({ origin })
const unattended = { isPresent: false, isVerified: false }

/** Somebody at the offer after their password. */
const atOffer = async (person: Person) => {
  const browser = newBrowser()
  const { email, password } = person
  const offer = await browser.submit(await browser.open(signInUrl), { email, password, passkeys: 'yes' })
  assert.equal(offer.url.pathname, '/account/offer-passkey')
  return { browser, offer }
}

const byItselfOn = ({ text }: Landing): PasskeyCreation => ({
  publicKey: toldIn(text, 'by-itself'),
  expiresAt: '',
})

const passkeysNow = async (person: Person) =>
  (await get(service, passkeysOf(person), person.accessToken)).body

test('right after a password, a browser may make a passkey while nobody is there, and its owner is verified at each use', async () => {
  const person = await register(service)
  const { browser, offer } = await atOffer(person)
  const passkey = newPasskey()
  const credential = JSON.stringify(passkey.create(byItselfOn(offer), unattended))
  await browser.submit(offer, { act: 'add', credential })
  assert.equal((await passkeysNow(person)).length, 1)

  const form = await newBrowser().open(signInUrl)
  const use = (oddities = {}) =>
    newBrowser().submit(form, {
      act: 'passkey',
      credential: JSON.stringify(passkey.get(askedOn(form), oddities)),
    })
  assert.match((await use({ isVerified: false })).text, /This passkey could not be used here/)
  assert.equal((await use()).url.pathname, '/account')
})

test('only the challenge for that accepts a passkey that nobody was there for', async () => {
  const person = await register(service)
  const { browser, offer } = await atOffer(person)
  for (const asked of [askedOn(offer, 'create'), await beginPasskey(service, person)]) {
    const made = newPasskey().create(asked, { isPresent: false })
    await browser.submit(offer, { act: 'add', credential: JSON.stringify(made) })
    const sent = await confirmPasskey(service, person, made)
    assert.equal(sent.status, 400, sent.text)
  }
  assert.equal((await passkeysNow(person)).length, 0)
})

test('a challenge for a passkey without anybody is good for its visit, and for nobody else’s', async () => {
  const [person, other] = [await register(service), await register(service)]
  const { offer } = await atOffer(person)
  const { browser, offer: others } = await atOffer(other)
  const credential = newPasskey().create(byItselfOn(offer), unattended)
  await browser.submit(others, { act: 'add', credential: JSON.stringify(credential) })
  assertRefused(await confirmPasskey(service, person, credential), 400, 'not_started')
  assert.deepEqual([await passkeysNow(person), await passkeysNow(other)], [[], []])
})

test('minutes after the password, the offer waits for its button', async () => {
  const person = await register(service)
  const { browser, offer } = await atOffer(person)
  assert.match(offer.text, /data-by-itself/)
  await shiftRows(service, 6 * 60)
  assert.doesNotMatch((await browser.open(offer.url.href)).text, /data-by-itself/)
})

test('the pages tell the browser which passkeys are left: after a sign-in, and beside them', async () => {
  const person = await register(service)
  const passkey = newPasskey()
  const added = await confirmPasskey(service, person, passkey.create(await beginPasskey(service, person)))
  assert.equal(added.status, 201, added.text)
  const browser = newBrowser()
  const { email, password } = person
  const overview = await browser.submit(await browser.open(signInUrl), { email, password })
  for (const page of [overview, await browser.open(`${origin}/account/passkeys`)]) {
    const { allAcceptedCredentialIds, name } = toldIn(page.text, 'signals')
    assert.deepEqual([allAcceptedCredentialIds, name], [[passkey.id], email])
  }
})

test('a passkey that was made while nobody was there is no last way in before it was used', async () => {
  const person = await register(service)
  const { browser, offer } = await atOffer(person)
  const byItself = newPasskey()
  const made = byItself.create(byItselfOn(offer), unattended)
  await browser.submit(offer, { act: 'add', credential: JSON.stringify(made) })
  const laptop = newPasskey()
  const asked = await beginPasskey(service, person)
  const added = await confirmPasskey(service, person, laptop.create(asked), 'Laptop')
  await service.deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)

  const remove = async () => {
    const body = await proofBy(service, person, laptop)
    return send(service, 'DELETE', `${passkeysOf(person)}/${added.body.passkey.id}`, {
      token: person.accessToken,
      body,
    })
  }
  const pageOf = async () =>
    (await browser.open(`${origin}/account/passkeys/passkey?id=${added.body.passkey.id}`)).text
  const waysWithout = async () =>
    lossesIn((await browser.open(`${origin}/account/ways-back`)).text)['If you lose the passkey “Laptop”']
  const byMail = 'A new password, set by a link that we email you'
  assertRefused(await remove(), 409, 'last_way_in')
  assert.match(await pageOf(), /This is your only way to sign in/)
  assert.deepEqual(await waysWithout(), [byMail])

  tokensOf(await signInBy(service, byItself))
  assert.deepEqual(await waysWithout(), ['A passkey', byMail])
  assert.match(await pageOf(), /value="remove"/)
  assert.equal((await remove()).status, 204)
})
