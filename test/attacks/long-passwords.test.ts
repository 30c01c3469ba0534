import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashCost } from '../../src/platform/crypto/password.ts'
import { counted } from '../support/counted.ts'
import { post } from '../support/http.ts'
import { newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({}, { hashCost })
const { work, parts } = counted(service.deps)
const watched = await startVariant(service, parts)

const varied = (length: number) =>
  Array.from({ length }, (_, index) => String.fromCodePoint(0x21 + (index % 90))).join('')

test('128 characters are accepted, including those of two code units', async () => {
  for (const password of [varied(128), '😀'.repeat(128), 'é'.repeat(128), 'e\u0301'.repeat(64)]) {
    const person = await register(service, { password })
    tokensOf(await signIn(service, person))
  }
})

test('a longer password is refused before it is normalised, hashed or counted', async () => {
  const email = newEmail()
  const longer = [
    varied(129),
    '😀'.repeat(129),
    varied(1_000),
    varied(3_000),
    'e\u0301'.repeat(128),
    `a${'\u0301'.repeat(3_000)}`,
    // one character that is eighteen in its normal form
    '\ufdfa'.repeat(128),
  ]
  const before = await countRows(service)
  work.reset()
  for (const password of longer) {
    assertFieldErrors(await tryToRegister(watched, { email, password }), { password: 'maxLength' })
    assertFieldErrors(await signIn(watched, { email, password }), { password: 'maxLength' })
  }
  assert.deepEqual([work.hashes, work.statements], [0, []])
  assert.deepEqual(await countRows(service), before)
})

test('sixty thousand characters never reach the parser', async () => {
  for (const path of ['/auth/register', '/auth/token']) {
    const answer = await post(service, path, {
      grant_type: 'password',
      email: newEmail(),
      password: varied(60_000),
    })
    assertRefused(answer, 413, 'payload_too_large')
  }
})

test('every character of a long password counts', async () => {
  const password = varied(128)
  const person = await register(service, { password })
  const replaced = (at: number) => `${password.slice(0, at)}\u00e4${password.slice(at + 1)}`
  const others = [replaced(127), replaced(72), replaced(0), password.slice(0, 72), password.slice(0, 127)]
  for (const other of [...others, password.toLowerCase(), `${password.slice(0, -1)} `]) {
    assertRefused(await signIn(service, { ...person, password: other }), 401, 'invalid_credentials')
  }
  tokensOf(await signIn(service, person))
})

test('white space around a password is part of it', async () => {
  const person = await register(service, { password: ' a password of the tests ' })
  for (const password of [person.password.trim(), ` ${person.password}`, `${person.password}\n`]) {
    assertRefused(await signIn(service, { ...person, password }), 401, 'invalid_credentials')
  }
  tokensOf(await signIn(service, person))
})

test('a confirmation is compared character for character, and a wrong type is refused by name', async () => {
  const email = newEmail()
  const password = 'pâssword of the tests'.normalize('NFC')
  const confirm = (passwordConfirmation: unknown) =>
    post(service, '/auth/register', { email, password, passwordConfirmation })
  for (const other of [
    undefined,
    null,
    '',
    password.toUpperCase(),
    password.normalize('NFD'),
    `${password}\0`,
  ]) {
    const answer = await confirm(other)
    assertFieldErrors(answer, { passwordConfirmation: 'confirmed' })
    assert.deepEqual(answer.body[0].meta, { otherField: 'password' })
  }
  for (const other of [[password], { password }, 1, true, []]) {
    assertFieldErrors(await confirm(other), { passwordConfirmation: 'string' })
  }
  assertRefused(await signIn(service, { email, password }), 401, 'invalid_credentials')
  assert.equal((await confirm(password)).status, 201)
})
