import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { challengeOf } from '../../src/flows/return/code.ts'
import type { Browser } from '../support/browser.ts'
import {
  appUrl,
  beginLink,
  browserOf,
  confirmLink,
  followLink,
  signInWith,
  startFederated,
} from '../support/federation.ts'
import { get, post, send } from '../support/http.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { exchange, newEmail, type Person, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { startSecond } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'

const service = await startFederated({ acme: {}, globex: {} })
await ownWithoutTriggers(service)
const second = await startSecond(service, { PORT: '0' })
const { acme, globex } = service.providers

const at = ({ userId }: { userId: string }, rest = '') => `/users/${userId}/identities${rest}`

const begin = (person: Person, body: object = {}, provider = 'acme') =>
  beginLink(service, person, provider, body)

const newSubject = (provider = acme) => {
  const subject = randomUUID()
  provider.people.set(subject, { email: `${subject}@provider.example`, email_verified: true })
  return subject
}

const goThrough = (url: string, subject: string, provider = acme) => followLink(url, subject, provider)

const confirm = (person: Person, body: object, provider = 'acme') =>
  confirmLink(service, person, provider, body)

const unlink = (person: Person, provider = 'acme', body?: object) =>
  send(service, 'DELETE', at(person, `/${provider}`), { token: person.accessToken, body })

const link = async (person: Person, provider: 'acme' | 'globex' = 'acme') => {
  const subject = newSubject(service.providers[provider])
  const { body } = await begin(person, {}, provider)
  const { code } = await goThrough(body.url, subject, service.providers[provider])
  const confirmed = await confirm(person, { code }, provider)
  assert.equal(confirmed.status, 200, confirmed.text)
  return { subject, identity: confirmed.body }
}

test('an owner links a provider, which then signs in to the account', async () => {
  const person = await register(service)
  const { subject, identity } = await link(person)
  assert.deepEqual(
    { ...identity, linkedAt: '' },
    {
      provider: 'acme',
      email: `${subject}@provider.example`,
      linkedAt: '',
    },
  )
  assert.deepEqual((await get(service, at(person), person.accessToken)).body, [identity])

  const { code } = await signInWith(service, 'acme', subject)
  const { accessToken } = tokensOf(await exchange(service, code as string))
  assert.equal((await get(service, '/users/me', accessToken)).body.id, person.userId)
})

test('the provider’s answer alone links nothing, and opens no session', async () => {
  const person = await register(service)
  const { body } = await begin(person)
  const { code } = await goThrough(body.url, newSubject())
  assert.deepEqual((await get(service, at(person), person.accessToken)).body, [])
  assertRefused(await exchange(service, code as string), 401, 'invalid_credentials')
})

test('a person lured through somebody else’s link does not give their identity away', async () => {
  const [eve, ada] = [await register(service), await register(service)]
  const { body } = await begin(eve)
  const { code } = await goThrough(body.url, newSubject())
  // the application of the one who was lured confirms with that one’s session
  assertRefused(await confirm(ada, { code }), 400, 'invalid_code')
})

test('a link needs its verifier and its provider, and works once', async () => {
  const person = await register(service)
  const verifier = 'a verifier that is as long as RFC 7636 wants it'
  const { body } = await begin(person, {
    state: 'xyz',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  })
  const { code, state } = await goThrough(body.url, newSubject())
  assert.equal(state, 'xyz')
  assertRefused(await confirm(person, { code }), 400, 'invalid_code')
  assertRefused(await confirm(person, { code, code_verifier: 'another' }), 400, 'invalid_code')
  assertRefused(await confirm(person, { code, code_verifier: verifier }, 'globex'), 400, 'invalid_code')
  assert.equal((await confirm(person, { code, code_verifier: verifier })).status, 200)
  assertRefused(await confirm(person, { code, code_verifier: verifier }), 400, 'invalid_code')
})

/** No answer of ours to the application: the person is told that it is over. */
const assertOver = async ({ open }: Browser, address: string) => {
  const { url } = await open(address, appUrl)
  assert.equal(url.pathname + url.search, '/account/sign-in?news=expired')
}

test('a started link works in the first browser that opens it, for ten minutes', async () => {
  const person = await register(service)
  const first = await begin(person)
  assert.ok((await goThrough(first.body.url, newSubject())).code)
  await assertOver(browserOf(newSubject(), acme), first.body.url)

  const late = await begin(person)
  await shiftRows(service, 601)
  await assertOver(browserOf(newSubject(), acme), late.body.url)
  // no other provider is asked with it either
  const third = await begin(person)
  const elsewhere = third.body.url.replace('/acme', '/globex')
  await assertOver(browserOf(newSubject(globex), globex), elsewhere)
})

test('an identity has one account, and an account one identity per provider', async () => {
  const [ada, grace] = [await register(service), await register(service)]
  const { subject } = await link(ada)
  const { body } = await begin(grace)
  const taken = await goThrough(body.url, subject)
  assertRefused(await confirm(grace, { code: taken.code }), 409, 'identity_taken')

  const again = await begin(ada)
  const other = await goThrough(again.body.url, newSubject())
  assertRefused(await confirm(ada, { code: other.code }), 409, 'already_linked')
})

test('fifty simultaneous confirmations of one link: one links', async () => {
  const person = await register(service)
  const { body } = await begin(person)
  const { code } = await goThrough(body.url, newSubject())
  const answers = await race([service, second], 50, () => ({
    method: 'PATCH',
    path: at(person, '/acme'),
    token: person.accessToken,
    body: { code },
  }))
  assert.deepEqual(statusesOf(answers), { 200: 1, 400: 49 })
})

test('unlinking ends the other sessions that the provider opened', async () => {
  const person = await register(service)
  const { subject } = await link(person)
  const { code } = await signInWith(service, 'acme', subject)
  const opened = tokensOf(await exchange(service, code as string))
  const pending = await signInWith(service, 'acme', subject)

  assert.equal((await unlink(person)).status, 204)
  assertRefused(await get(service, '/users/me', opened.accessToken), 401, 'unauthorized')
  assertRefused(await exchange(service, pending.code as string), 401, 'invalid_credentials')
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  assert.deepEqual((await get(service, at(person), person.accessToken)).body, [])
  assertRefused(await unlink(person), 404, 'not_found')
})

test('the last way to sign in cannot be removed, however many unlink at once', async () => {
  const subject = newSubject()
  const { code } = await signInWith(service, 'acme', subject)
  const tokens = tokensOf(await exchange(service, code as string))
  const { body: account } = await get(service, '/users/me', tokens.accessToken)
  const person: Person = { ...tokens, userId: account.id, email: account.email, password: '' }
  assertRefused(await unlink(person), 409, 'last_way_in')

  await link(person, 'globex')
  const answers = await race([service, second], 20, (index) => ({
    method: 'DELETE',
    path: at(person, index % 4 < 2 ? '/acme' : '/globex'),
    token: person.accessToken,
  }))
  const { 204: unlinked, 401: ended = 0, 404: gone = 0, 409: kept = 0 } = statusesOf(answers)
  assert.equal(unlinked, 1)
  assert.equal(ended + gone + kept, 19)
})

test('starting a link and unlinking require a recent proof', async () => {
  const person = await register(service)
  await link(person)
  await shiftRows(service, 14 * 60)
  const again = tokensOf(await signIn(service, person))
  await shiftRows(service, 2 * 60)
  const stale = { ...person, ...again }
  await shiftRows(service, 14 * 60)
  const pair = tokensOf(
    await post(service, '/auth/token', { grant_type: 'refresh_token', token: stale.refreshToken }),
  )
  const old = { ...person, ...pair }
  for (const answer of [await begin(old, {}, 'globex'), await unlink(old)]) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'reauthentication_required'])
  }
  assertRefused(await begin(old, { password: 'wrong' }, 'globex'), 401, 'invalid_credentials')
  assert.equal((await begin(old, { password: person.password }, 'globex')).status, 201)
  assert.equal((await unlink(old, 'acme', { password: person.password })).status, 204)
})

test('another user’s identities are not found, and nobody’s without a token', async () => {
  const [ada, eve] = [await register(service), await register(service)]
  const asEve = { ...ada, accessToken: eve.accessToken }
  for (const answer of [
    await get(service, at(ada), eve.accessToken),
    await begin(asEve),
    await confirm(asEve, { code: 'x' }),
    await unlink(asEve),
  ]) {
    assertRefused(answer, 404, 'not_found')
  }
  assertRefused(await get(service, at(ada)), 401, 'unauthorized')
  assertRefused(await begin(ada, {}, 'google'), 404, 'not_found')
  assertFieldErrors(await begin(ada, { redirect_uri: 1 }), { redirect_uri: 'string' })
  assertRefused(await confirm(ada, { code: newEmail() }), 400, 'invalid_code')
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
