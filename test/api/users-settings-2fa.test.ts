import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseConfig } from '../../src/config/config.ts'
import { keyRing } from '../../src/platform/crypto/keys.ts'
import { passwordHasher } from '../../src/platform/crypto/password.ts'
import { get, post, send } from '../support/http.ts'
import { refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  begin,
  challengeFor,
  confirm,
  enrol,
  type Guarded,
  registerGuarded,
  settingsOf,
  wrongCode,
} from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService()
const withToken = ({ accessToken }: { accessToken: string }) => ({ token: accessToken })

const off = (person: Guarded, body: object, accessToken = person.accessToken) =>
  send(service, 'DELETE', settingsOf(person), { token: accessToken, body })
const renew = (person: Guarded, body: object, accessToken = person.accessToken) =>
  post(service, `${settingsOf(person)}/backup-codes`, body, { token: accessToken })

test('starting an enrolment returns its secret, URI, image and end, and GET does not repeat them', async () => {
  const person = await register(service)
  const { enrolment } = await begin(service, person)
  assert.match(enrolment.secret, /^[A-Z2-7]{32}$/)
  const address = `otpauth://totp/Sallyport:${encodeURIComponent(person.email)}?secret=${enrolment.secret}&issuer=Sallyport`
  assert.ok(enrolment.uri.startsWith(address), enrolment.uri)
  assert.match(enrolment.qr, /^data:image\/svg\+xml;base64,/)
  const seconds = (Date.parse(enrolment.expiresAt) - Date.now()) / 1_000
  assert.ok(seconds > 570 && seconds <= 601, String(seconds))
  const { body } = await get(service, settingsOf(person), person.accessToken)
  const { expiresAt } = enrolment
  assert.deepEqual(body, {
    enabled: false,
    confirmedAt: null,
    methods: [],
    backupCodesLeft: 0,
    pendingUntil: expiresAt,
    removesAt: null,
  })
})

test('a confirmation returns ten backup codes, and the settings and the account show two-factor on', async () => {
  const person = await registerGuarded(service)
  assert.equal(person.backup.length, 10)
  const { body } = await get(service, settingsOf(person), person.accessToken)
  assert.equal(body.enabled, true)
  assert.ok(Date.parse(body.confirmedAt) <= Date.now() + 1_000)
  assert.deepEqual(body.methods, ['totp', 'backup_code'])
  assert.equal(body.backupCodesLeft, 10)
  assert.equal(body.pendingUntil, null)
  const me = await get(service, '/users/me', person.accessToken)
  assert.deepEqual(me.body.twoFactor, { enabled: true, backupCodesLeft: 10 })
})

test('a confirmation adds the method to its own session, and ends the others', async () => {
  const person = await register(service)
  const other = tokensOf(await signIn(service, person))
  await enrol(service, person)
  assertRefused(await get(service, '/users/me', other.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, other.refreshToken), 401, 'invalid_credentials')
  const { body } = await get(service, `/users/${person.userId}/sessions`, person.accessToken)
  assert.deepEqual(
    body.map(({ methods }: { methods: string[] }) => methods),
    [['password', 'totp']],
  )
  tokensOf(await refresh(service, person.refreshToken))
})

test('a second start or confirmation is already_configured', async () => {
  const person = await registerGuarded(service)
  assertRefused(await confirm(service, person, person.code()), 400, 'already_configured')
  assertRefused(await post(service, settingsOf(person), {}, withToken(person)), 400, 'already_configured')
})

test('without a start, or ten minutes after one, there is nothing to confirm', async () => {
  const person = await register(service)
  assertRefused(await confirm(service, person, '123456'), 400, 'not_started')
  const { code } = await begin(service, person)
  await shiftRows(service, 9 * 60)
  assertRefused(await confirm(service, person, wrongCode({ code })), 400, 'wrong_code')
  await shiftRows(service, 61)
  assertRefused(await confirm(service, person, code()), 400, 'not_started')
})

test('a new start replaces the previous secret', async () => {
  const person = await register(service)
  const before = await begin(service, person)
  const after = await begin(service, person)
  assert.notDeepEqual(before.secret, after.secret)
  assertRefused(await confirm(service, person, before.code()), 400, 'wrong_code')
  assert.equal((await confirm(service, person, after.code())).status, 200)
})

test('after five wrong codes a confirmation has to wait, even with the right one', async () => {
  const person = await register(service)
  const { code } = await begin(service, person)
  for (let tries = 0; tries < 5; tries++)
    assertRefused(await confirm(service, person, wrongCode({ code })), 400, 'wrong_code')
  assertRefused(await confirm(service, person, code()), 429, 'too_many_attempts')
  await shiftRows(service, 31)
  assert.equal((await confirm(service, person, code())).status, 200)
})

test('a sign-in asks for the second factor, which completes it', async () => {
  const person = await registerGuarded(service)
  const asked = await signIn(service, person)
  assert.equal(asked.status, 403)
  assert.deepEqual(Object.keys(asked.body), ['message', 'code', 'challenge', 'methods', 'expiresAt'])
  assert.deepEqual(asked.body.methods, ['totp', 'backup_code'])
  const finished = await answerChallenge(service, asked.body.challenge, person.code())
  const { accessToken } = tokensOf(finished)
  const { body } = await get(service, `/users/${person.userId}/sessions`, accessToken)
  assert.deepEqual(body[0].methods, ['password', 'totp'])
})

test('the body of the two_factor grant is validated field by field', async () => {
  const answer = await post(service, '/auth/token', { grant_type: 'two_factor', method: 'sms', code: 123456 })
  assertFieldErrors(answer, { challenge: 'required', method: 'enum', code: 'string' })
})

test('two-factor is switched off with a code, and ends the other sessions', async () => {
  const person = await registerGuarded(service)
  const other = tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
  const wrong = await off(person, { code: wrongCode(person) })
  assert.equal(wrong.status, 401)
  assert.equal(wrong.body.code, 'wrong_code')
  assert.equal(wrong.body.attemptsLeft, 4)
  assert.equal((await off(person, { code: person.code(1) })).status, 204)
  assertRefused(await get(service, '/users/me', other.accessToken), 401, 'unauthorized')
  const me = await get(service, '/users/me', person.accessToken)
  assert.deepEqual(me.body.twoFactor, { enabled: false, backupCodesLeft: 0 })
  tokensOf(await signIn(service, person))
  assertRefused(await off(person, { code: person.code() }), 400, 'not_configured')
  assertRefused(await renew(person, { code: person.code() }), 400, 'not_configured')
})

test('two-factor is switched off with a backup code, and can be set up again', async () => {
  const person = await registerGuarded(service)
  assert.equal((await off(person, { code: person.backup[3], method: 'backup_code' })).status, 204)
  await enrol(service, person)
})

test('renewing gives ten new backup codes, and the old ones stop working', async () => {
  const person = await registerGuarded(service)
  const renewed = await renew(person, { code: person.backup[0], method: 'backup_code' })
  assert.equal(renewed.status, 200)
  assert.equal(new Set([...renewed.body.backup, ...person.backup]).size, 20)
  const challenge = await challengeFor(service, person)
  const old = await answerChallenge(service, challenge, person.backup[1] as string, 'backup_code')
  assert.equal(old.body.code, 'wrong_code')
  tokensOf(await answerChallenge(service, challenge, renewed.body.backup[1], 'backup_code'))
  const { body } = await get(service, settingsOf(person), person.accessToken)
  assert.equal(body.backupCodesLeft, 9)
})

test('bodies of switching off and renewing are validated field by field', async () => {
  const person = await registerGuarded(service)
  for (const change of [off, renew]) {
    assertFieldErrors(await change(person, {}), { code: 'required' })
    assertFieldErrors(await change(person, { code: 123456, method: 'sms' }), {
      code: 'string',
      method: 'enum',
    })
  }
})

test('a proof older than a quarter of an hour must be renewed, which the password does', async () => {
  const person = await register(service)
  await shiftRows(service, 14 * 60)
  const { accessToken } = tokensOf(await refresh(service, person.refreshToken))
  const start = (body?: object) => post(service, settingsOf(person), body, { token: accessToken })
  assert.equal((await start()).status, 201)
  await shiftRows(service, 61)
  const stale = await start()
  assert.equal(stale.status, 403)
  assert.deepEqual([stale.body.code, stale.body.methods], ['reauthentication_required', ['password']])
  assertRefused(await start({ password: 'not the password' }), 401, 'invalid_credentials')
  assertFieldErrors(await start({ password: 5 }), { password: 'string' })
  assert.equal((await start({ password: person.password })).status, 201)
  assert.equal((await start()).status, 201, 'the proof is new for another quarter of an hour')
})

test('switching off and renewing need a fresh proof as well as a code', async () => {
  const person = await registerGuarded(service)
  await shiftRows(service, 14 * 60)
  const { accessToken } = tokensOf(await refresh(service, person.refreshToken))
  await shiftRows(service, 2 * 60)
  for (const change of [off, renew]) {
    const refused = await change(person, { code: person.backup[0], method: 'backup_code' }, accessToken)
    assert.deepEqual([refused.status, refused.body.code], [403, 'reauthentication_required'])
  }
  const both = { code: person.code(), password: person.password }
  assert.equal((await renew(person, both, accessToken)).status, 200)
})

test('an account without a password has to sign in again', async () => {
  const person = await register(service)
  await service.deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)
  await shiftRows(service, 14 * 60)
  const { accessToken } = tokensOf(await refresh(service, person.refreshToken))
  await shiftRows(service, 2 * 60)
  const refused = await post(service, settingsOf(person), { password: 'any' }, { token: accessToken })
  assertRefused(refused, 401, 'invalid_credentials')
  const asked = await post(service, settingsOf(person), {}, { token: accessToken })
  assert.deepEqual([asked.status, asked.body.methods], [403, []])
})

test('after a key rotation a sign-in reseals the secret, and the old key can retire', async () => {
  const person = await registerGuarded(service)
  const serviceWith = (SECRET_KEY: string) => {
    const config = parseConfig({ ...service.environment, SECRET_KEY })
    const keys = keyRing(config.secretKeys as [string, ...string[]])
    return startVariant(service, { config, keys, passwords: passwordHasher(keys) })
  }
  const newKey = 'another secret of the tests of 32 bytes'
  const pepper = sql`select pepper_id from passwords where user_id = ${person.userId}`
  const oldPepper = JSON.stringify(await many(service.deps.db, pepper))
  const rotated = await serviceWith(`${newKey},${service.environment.SECRET_KEY}`)
  tokensOf(await answerChallenge(rotated, await challengeFor(rotated, person), person.code()))
  // the password is hashed anew after the answer
  while (JSON.stringify(await many(service.deps.db, pepper)) === oldPepper) await sleep(20)
  const retired = await serviceWith(newKey)
  tokensOf(await answerChallenge(retired, await challengeFor(retired, person), person.code(1)))
})

test('every change is recorded', async () => {
  const person = await registerGuarded(service)
  tokensOf(
    await answerChallenge(
      service,
      await challengeFor(service, person),
      person.backup[0] as string,
      'backup_code',
    ),
  )
  await renew(person, { code: person.code() })
  await off(person, { code: person.code(1) })
  const rows = await many<{ type: string }>(
    service.deps.db,
    sql`select type from events where user_id = ${person.userId} order by id`,
  )
  const types = rows.map(({ type }) => type).filter((type) => /^(two_factor|backup)/.test(type))
  assert.deepEqual(types, [
    'two_factor.enabled',
    'two_factor.required',
    'backup_code.spent',
    'backup_codes.renewed',
    'two_factor.disabled',
  ])
})
