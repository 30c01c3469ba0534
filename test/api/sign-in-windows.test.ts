import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEpoch } from '../../src/accounts/users/queries/users.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { addPasskey, askFor, sendAssertion } from '../support/passkeys.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { type RacingRequest, race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing({ TRUSTED_PROXIES: 'loopback', REGISTRATIONS_PER_HOUR: '0' })
const at = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const home = at('198.51.100.1')
const elsewhere = at('203.0.113.9')
const byPassword = ({ email, password }: { email: string; password: string }, from: object) => ({
  path: '/auth/token',
  body: { grant_type: 'password', email, password },
  ...from,
})

/** So many at the same moment as one account's row bears on a slow machine, again and again. */
const inBursts = async (it: { address: string }, count: number, requestOf: () => RacingRequest) => {
  const answers: Answer[] = []
  while (answers.length < count)
    answers.push(...(await race(it, Math.min(12, count - answers.length), requestOf)))
  return statusesOf(answers)
}

test('an account has sixty sign-ins an hour, even at the same moment', async () => {
  const person = await register(service, home)
  const counts = await inBursts(service, 70, () => byPassword(person, home))
  assert.deepEqual(counts, { 200: 60, 429: 10 })
  assertRefused(await signIn(service, person, home), 429, 'too_many_attempts')
  await shiftRows(service, 3_601)
  tokensOf(await signIn(service, person, home))
})

test('somebody else with the password uses up none of the sign-ins that the owner has at home', async () => {
  const person = await registerGuarded(service)
  const counts = await inBursts(service, 62, () => byPassword(person, elsewhere))
  assert.deepEqual(counts, { 403: 60, 429: 2 })
  assert.equal((await signIn(service, person)).status, 403)
})

test('a new password by email resets all sixty', async () => {
  const person = await register(service, home)
  const guarded = await startVariant(service, { config: { emailVerification: 'required' } })
  const counts = await inBursts(guarded, 61, () => byPassword(person, elsewhere))
  assert.deepEqual(counts, { 403: 60, 429: 1 })
  await nextMail(service, person.email)
  await post(service, '/auth/password/forgot', { email: person.email }, elsewhere)
  const token = tokenIn(await nextMail(service, person.email))
  const password = 'a newer password of theirs'
  const reset = { token, password, passwordConfirmation: password }
  assert.equal((await post(service, '/auth/password/reset', reset)).status, 204)
  tokensOf(await signIn(service, { ...person, password }, elsewhere))
})

test('password proofs count as sign-ins, including those sent with another request', async () => {
  const { email, password, accessToken: token, userId } = await register(service, home)
  const counts = await inBursts(service, 60, () => ({
    path: '/auth/proof',
    body: { method: 'password', password },
    token,
    ...home,
  }))
  assert.deepEqual(counts, { 204: 60 })
  assertRefused(await signIn(service, { email, password }, home), 429, 'too_many_attempts')
  const change = { currentPassword: password, password: 'another one', passwordConfirmation: 'another one' }
  const changed = await send(service, 'PUT', `/users/${userId}/password`, { token, body: change, ...home })
  assertRefused(changed, 429, 'too_many_attempts')
  assert.equal((await get(service, '/users/me', token)).status, 200)
})

test('passkeys are counted by account as well, for sign-ins and for proofs', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  const signInOnce = async () => sendAssertion(service, passkey.get(await askFor(service)))
  const proveOnce = async () => {
    const asked = await askFor(service, { purpose: 'proof' }, { token: person.accessToken })
    const body = { method: 'passkey', credential: passkey.get(asked) }
    return post(service, '/auth/proof', body, { token: person.accessToken })
  }
  for (let time = 0; time < 30; time++) {
    tokensOf(await signInOnce())
    assert.equal((await proveOnce()).status, 204)
  }
  assertRefused(await signInOnce(), 429, 'too_many_attempts')
  assertRefused(await proveOnce(), 429, 'too_many_attempts')
})

test('codes of a provider are counted by account as well, even when a second factor follows', async () => {
  const { userId } = await registerGuarded(service)
  const epoch = (await findEpoch(service.deps.db, userId)) ?? 0
  const proof = { userId, epoch, methods: ['acme'], provenSecondsAgo: 0 }
  const codes = await Promise.all(Array.from({ length: 61 }, () => issueCode(service.deps, proof)))
  const counts = await inBursts(service, codes.length, () => ({
    path: '/auth/token',
    body: { grant_type: 'oauth_code', code: codes.pop() },
    ...home,
  }))
  assert.deepEqual(counts, { 403: 60, 429: 1 })
})

test('an address has a limited number of sign-ins an hour, for all accounts together', async () => {
  const strict = await startVariant(service, { config: { signInsPerAddress: 5 } })
  const people = await Promise.all([register(strict, home), register(strict, home)])
  const answers = await race(strict, 8, (index) =>
    byPassword(people[index % 2] as (typeof people)[0], at('192.0.2.5')),
  )
  assert.deepEqual(statusesOf(answers), { 200: 5, 429: 3 })
  tokensOf(await signIn(strict, people[0], at('192.0.2.6')))
  const lenient = await startVariant(service, { config: { signInsPerAddress: 0 } })
  tokensOf(await signIn(lenient, people[0], at('192.0.2.5')))
})

test('a wrong password is no sign-in, and leaves only its own count', async () => {
  const { email } = await register(service, home)
  const before = (await countRows(service)).attempts as number
  const wrong = (name: string) =>
    signIn(service, { email: name, password: 'a wrong password' }, at('192.0.2.77'))
  for (let time = 0; time < 3; time++) assert.equal((await wrong(email)).status, 401)
  assert.equal((await wrong(newEmail())).status, 401)
  // two addresses that were guessed at, and where that came from
  assert.equal((await countRows(service)).attempts as number, before + 3)
})
