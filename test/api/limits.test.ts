import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseWithClock, stopClock } from '../support/database-clock.ts'
import type { Answer } from '../support/http.ts'
import { newEmail, register, signIn, tryToRegister } from '../support/people.ts'
import { statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({ ...(await databaseWithClock()), TRUSTED_PROXIES: 'loopback' })
// a wait of a second is over only when rows are moved, however slow the machine is
await stopClock(service)
const password = 'a password of the tests'
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const retryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'))

/** Somebody who came from far away and is not known here. */
const newcomer = () =>
  register(service, from(`2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}::1`))

const fail = (email = newEmail(), address?: string) =>
  signIn(service, { email, password: 'a wrong password' }, address ? from(address) : {})

const repeat = async (times: number, ask: (index: number) => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let index = 0; index < times; index++) answers.push(await ask(index))
  return answers
}

const assertWait = (answer: Answer, seconds: number) => {
  assertRefused(answer, 429, 'too_many_attempts')
  assert.ok(retryAfter(answer) <= seconds && retryAfter(answer) >= seconds - 10, `${retryAfter(answer)} s`)
}

test('an account has ten free wrong passwords, and then each doubles the wait', async () => {
  const { email } = await newcomer()
  assert.deepEqual(statusesOf(await repeat(10, () => fail(email))), { 401: 10 })
  for (let wait = 1; wait < 900; wait *= 2) {
    assertWait(await fail(email), wait)
    if (wait > 2) {
      await shiftRows(service, wait - 2)
      assertRefused(await fail(email), 429, 'too_many_attempts')
    }
    await shiftRows(service, Math.min(wait, 2))
    assertRefused(await fail(email), 401, 'invalid_credentials')
  }
  assertWait(await fail(email), 900)
})

test('during the wait the right password is refused, and afterwards accepted', async () => {
  const person = await newcomer()
  await repeat(11, () => fail(person.email))
  await shiftRows(service, 1)
  await fail(person.email)
  assertRefused(await signIn(service, person, from('198.51.100.1')), 429, 'too_many_attempts')
  await shiftRows(service, 2)
  assert.equal((await signIn(service, person, from('198.51.100.1'))).status, 200)
})

test('after a quarter of an hour without an attempt all ten are free again, and no more', async () => {
  const email = newEmail()
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(statusesOf(await repeat(12, () => fail(email))), { 401: 10, 429: 2 })
    await shiftRows(service, 901)
  }
})

test('a complete sign-in makes all ten free again', async () => {
  const person = await newcomer()
  await repeat(9, () => fail(person.email))
  assert.equal((await signIn(service, person, from('198.51.100.2'))).status, 200)
  assert.deepEqual(statusesOf(await repeat(11, () => fail(person.email))), { 401: 10, 429: 1 })
})

test('a known location is counted separately for thirty days', async () => {
  const person = await register(service, from('198.51.100.3'))
  const signInFrom = (address: string) => signIn(service, person, from(address))
  await repeat(11, () => fail(person.email, '198.51.100.66'))
  assertRefused(await signInFrom('198.51.100.4'), 429, 'too_many_attempts')
  assert.equal((await signInFrom('198.51.100.3')).status, 200)
  // the owner's success says nothing about the stranger
  assertRefused(await fail(person.email, '198.51.100.66'), 429, 'too_many_attempts')
  assert.deepEqual(statusesOf(await repeat(11, () => fail(person.email, '198.51.100.3'))), {
    401: 10,
    429: 1,
  })

  await shiftRows(service, 30 * 86_400 + 1)
  await repeat(11, () => fail(person.email, '198.51.100.66'))
  assertRefused(await signInFrom('198.51.100.3'), 429, 'too_many_attempts')
})

test('an address has thirty failures in a quarter of an hour, counted from the first', async () => {
  const attempt = () => fail(newEmail(), '203.0.113.1')
  assert.deepEqual(statusesOf(await repeat(31, attempt)), { 401: 30, 429: 1 })
  assertWait(await attempt(), 900)
  assert.equal((await fail(newEmail(), '203.0.113.2')).status, 401)
  await shiftRows(service, 890)
  assertWait(await attempt(), 10)
})

test('a limit by address still holds in its second window, and in its third', async () => {
  const strict = await startVariant(service, { config: { failuresPerAddress: 3 } })
  const attempt = () => signIn(strict, { email: newEmail(), password: 'x' }, from('203.0.113.3'))
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(statusesOf(await repeat(6, attempt)), { 401: 3, 429: 3 })
    await shiftRows(service, 901)
  }
})

test('a sign-in that succeeds costs its address nothing', async () => {
  const strict = await startVariant(service, { config: { failuresPerAddress: 3 } })
  const person = await register(service)
  const attempt = () => signIn(strict, person, from('203.0.113.4'))
  assert.deepEqual(statusesOf(await repeat(5, attempt)), { 200: 5 })
})

test('an IPv6 network of 64 bits counts as one address, and its neighbour as another', async () => {
  const strict = await startVariant(service, { config: { failuresPerAddress: 3 } })
  const attempt = (address: string) => signIn(strict, { email: newEmail(), password: 'x' }, from(address))
  const answers = await repeat(5, (index) => attempt(`2001:db8:1:2:${index}::${index}`))
  assert.deepEqual(statusesOf(answers), { 401: 3, 429: 2 })
  assert.equal((await attempt('2001:db8:1:3::1')).status, 401)
})

test('a network of 48 bits has a hundred times as many, however many /64 networks it contains', async () => {
  const strict = await startVariant(service, { config: { failuresPerAddress: 1 } })
  const attempt = (network: string) =>
    signIn(strict, { email: newEmail(), password: 'x' }, from(`2001:db8:48:${network}::1`))
  const answers = await repeat(102, (index) => attempt(index.toString(16)))
  assert.deepEqual(statusesOf(answers), { 401: 100, 429: 2 })
  const elsewhere = await signIn(strict, { email: newEmail(), password: 'x' }, from('2001:db8:49::1'))
  assert.equal(elsewhere.status, 401)
})

test('an address has ten registrations an hour, successful or not', async () => {
  const { email: taken } = await register(service)
  const attempt = (email: string) => tryToRegister(service, { email, password }, from('203.0.113.5'))
  const answers = await repeat(10, (index) => attempt(index % 2 ? taken : newEmail()))
  assert.deepEqual(statusesOf(answers), { 201: 5, 422: 5 })
  assertWait(await attempt(newEmail()), 3600)
  assertWait(await attempt(taken), 3600)
  assert.equal(
    (await tryToRegister(service, { email: newEmail(), password }, from('203.0.113.6'))).status,
    201,
  )
  await shiftRows(service, 3601)
  assert.equal((await attempt(newEmail())).status, 201)
})

test('an invalid registration is not counted', async () => {
  const strict = await startVariant(service, { config: { registrationsPerHour: 1 } })
  const attempt = (email: string) => tryToRegister(strict, { email, password }, from('203.0.113.7'))
  assert.deepEqual(statusesOf(await repeat(3, () => attempt('nobody'))), { 422: 3 })
  assert.deepEqual(statusesOf(await repeat(2, () => attempt(newEmail()))), { 201: 1, 429: 1 })
})

test('0 switches a limit by address off', async () => {
  const config = { failuresPerAddress: 0, registrationsPerHour: 0 }
  const lenient = await startVariant(service, { config })
  const address = from('203.0.113.8')
  const failures = await repeat(4, () => signIn(lenient, { email: newEmail(), password: 'x' }, address))
  const registrations = await repeat(4, () =>
    tryToRegister(lenient, { email: newEmail(), password }, address),
  )
  assert.deepEqual(statusesOf([...failures, ...registrations]), { 201: 4, 401: 4 })
})

test('the operator’s own machine is not counted by address, but its accounts are', async () => {
  const config = { failuresPerAddress: 3, registrationsPerHour: 3, trustedProxies: [] }
  const strict = await startVariant(service, { config })
  const failures = await repeat(5, () => signIn(strict, { email: newEmail(), password: 'x' }))
  const registrations = await repeat(5, () => tryToRegister(strict, { email: newEmail(), password }))
  assert.deepEqual(statusesOf([...failures, ...registrations]), { 201: 5, 401: 5 })
  const { email } = await register(service)
  assert.deepEqual(statusesOf(await repeat(11, () => fail(email))), { 401: 10, 429: 1 })
})
