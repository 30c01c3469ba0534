import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { get, send } from '../support/http.ts'
import { refresh, tokensOf } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { tablesNaming } from '../support/rows.ts'
import {
  answerChallenge,
  challengeFor,
  enrol,
  type Guarded,
  registerGuarded,
  settingsOf,
} from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { trusted } from '../support/trusted-devices.ts'

const service = await sharedService()

const off = ({ accessToken, ...person }: Guarded, body?: object) =>
  send(service, 'DELETE', settingsOf(person), { token: accessToken, body })
const settings = async (person: Guarded) => (await get(service, settingsOf(person), person.accessToken)).body

const withStaleProof = async (person: Guarded): Promise<Guarded> => {
  await shiftRows(service, 14 * 60)
  const next = { ...person, ...tokensOf(await refresh(service, person.refreshToken)) }
  await shiftRows(service, 2 * 60)
  return next
}

test('switching two-factor off leaves nothing of it behind', async () => {
  const person = await registerGuarded(service)
  await trusted(service, person)
  const before = await tablesNaming(service, person.userId)
  await challengeFor(service, person)
  assert.equal((await off(person, { code: person.code() })).status, 204)
  const gone = ['backup_codes', 'challenges', 'pending_apps', 'totp_factors', 'trusted_devices']
  for (const table of ['backup_codes', 'totp_factors', 'trusted_devices'])
    assert.ok(before.includes(table), table)
  const left = await tablesNaming(service, person.userId)
  assert.deepEqual(
    left.filter((table) => gone.includes(table)),
    [],
  )
})

test('codes of the former factor open nothing once another is set up', async () => {
  const before = await registerGuarded(service)
  assert.equal((await off(before, { code: before.code() })).status, 204)
  const now = await enrol(service, before)
  const challenge = await challengeFor(service, now)
  for (const [code, method] of [
    [before.code(), 'totp'],
    [before.backup[0] as string, 'backup_code'],
  ] as const) {
    assert.equal((await answerChallenge(service, challenge, code, method)).body.code, 'wrong_code')
  }
  tokensOf(await answerChallenge(service, challenge, now.code()))
})

test('without a fresh proof the code is not checked, counted or spent', async () => {
  const person = await withStaleProof(await registerGuarded(service))
  const answer = { code: person.backup[0], method: 'backup_code' }
  assert.equal((await off(person, answer)).status, 403)
  const wrong = await off(person, { ...answer, password: 'not the password' })
  assertRefused(wrong, 401, 'invalid_credentials')
  assert.equal((await settings(person)).backupCodesLeft, 10)
  const counted = sql`select count from attempts where subject = ${subjectOf.user(person.userId)} and kind = 'second factor'`
  assert.deepEqual(await many(service.deps.db, counted), [])
  assert.equal((await off(person, { ...answer, password: person.password })).status, 204)
})

test('the right password renews the proof even with a wrong code, but alone switches nothing off', async () => {
  const person = await withStaleProof(await registerGuarded(service))
  const { password } = person
  const wrong = await off(person, { code: 'nothing', password })
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'wrong_code'])
  assertFieldErrors(await off(person, { password }), { code: 'required' })
  assert.equal((await settings(person)).enabled, true)
  assert.equal((await off(person, { code: person.code() })).status, 204)
})

test('a request without a body is refused for the missing code', async () => {
  assertFieldErrors(await off(await registerGuarded(service)), { code: 'required' })
})
