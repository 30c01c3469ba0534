import assert from 'node:assert/strict'
import { test } from 'node:test'
import { post, send } from '../support/http.ts'
import { register } from '../support/people.ts'
import { prove } from '../support/proof.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { registerGuarded, settingsOf, wrongCode } from '../support/second-factor.ts'
import { sharedService, startSecond } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await sharedService()
const second = await startSecond(service)

const begin = ({ userId, accessToken }: { userId: string; accessToken: string }) =>
  post(service, settingsOf({ userId }), undefined, { token: accessToken })

const outdate = (userId: string) =>
  service.deps.db.run(sql`
    update sessions
    set authenticated_at = now() - interval '16 minutes',
      factor_proven_at = (factor_proven_at at time zone 'UTC' - interval '16 minutes') at time zone 'UTC'
    where user_id = ${userId}`)

test('a password renews the proof of the session that sends it, for 15 minutes', async () => {
  const person = await register(service)
  await outdate(person.userId)
  assert.equal((await begin(person)).status, 403)
  const proven = await prove(service, person, { method: 'password', password: person.password })
  assert.deepEqual([proven.status, proven.text], [204, ''])
  assert.equal((await begin(person)).status, 201)
  await outdate(person.userId)
  assert.equal((await begin(person)).status, 403)
})

test('a wrong password renews nothing and is counted with all others', async () => {
  const person = await register(service)
  await outdate(person.userId)
  const guess = () => prove(service, person, { method: 'password', password: 'a guess' })
  for (let times = 0; times < 10; times++) assertRefused(await guess(), 401, 'invalid_credentials')
  assertRefused(await guess(), 429, 'too_many_attempts')
  assert.equal((await begin(person)).status, 403)
})

test('a code renews the proof too, and is spent by doing so', async () => {
  const person = await registerGuarded(service)
  const code = person.code()
  assert.equal((await prove(service, person, { method: 'totp', code })).status, 204)
  const again = await prove(service, person, { method: 'totp', code })
  assert.deepEqual([again.status, again.body.code], [401, 'wrong_code'])
  const [backup] = person.backup
  assert.equal((await prove(service, person, { method: 'backup_code', code: backup })).status, 204)
  assert.equal((await prove(service, person, { method: 'backup_code', code: backup })).status, 401)
})

test('one code proves once, even fifty times at the same moment', async () => {
  const person = await registerGuarded(service)
  const answers = await race([service, second], 50, () => ({
    path: '/auth/proof',
    token: person.accessToken,
    body: { method: 'totp', code: person.code() },
  }))
  const { 204: proven, 401: wrong = 0, 429: waiting = 0 } = statusesOf(answers)
  assert.deepEqual([proven, wrong + waiting], [1, 49])
})

test('wrong codes count like those of a sign-in', async () => {
  const person = await registerGuarded(service)
  for (let left = 4; left >= 0; left--) {
    const answer = await prove(service, person, { method: 'totp', code: wrongCode(person) })
    assert.deepEqual([answer.status, answer.body.code, answer.body.attemptsLeft], [401, 'wrong_code', left])
  }
  const waiting = await prove(service, person, { method: 'totp', code: person.code() })
  assertRefused(waiting, 429, 'too_many_attempts')
})

test('a code proves nothing without a second factor, or in a session opened with one factor', async () => {
  const person = await register(service)
  assertRefused(await prove(service, person, { method: 'totp', code: '000000' }), 400, 'not_configured')
  const guarded = await registerGuarded(service)
  await service.deps.db.run(sql`update sessions set methods = '{password}' where user_id = ${guarded.userId}`)
  const answer = await prove(service, guarded, { method: 'totp', code: guarded.code() })
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.methods],
    [403, 'reauthentication_required', []],
  )
})

test('a stale proof lists everything that renews it', async () => {
  const person = await registerGuarded(service)
  await outdate(person.userId)
  const answer = await send(service, 'DELETE', settingsOf(person), {
    token: person.accessToken,
    body: { code: person.code() },
  })
  assert.deepEqual([answer.status, answer.body.methods], [403, ['password', 'totp', 'backup_code']])
})

test('an invalid proof is refused by its field, and nobody proves anything without a session', async () => {
  const person = await register(service)
  const cases: [unknown, Record<string, string>][] = [
    [{}, { method: 'required' }],
    [{ method: 'voice' }, { method: 'enum' }],
    [{ method: 'passkey' }, { credential: 'required' }],
    [{ method: ['password'], password: person.password }, { method: 'enum' }],
    [{ method: 'password' }, { password: 'required' }],
    [{ method: 'password', password: 1 }, { password: 'string' }],
    [{ method: 'totp' }, { code: 'required' }],
    [{ method: 'totp', code: ['000000'] }, { code: 'string' }],
  ]
  for (const [body, ruleOf] of cases)
    assertFieldErrors(await post(service, '/auth/proof', body, { token: person.accessToken }), ruleOf)
  const body = { method: 'password', password: person.password }
  assertRefused(await post(service, '/auth/proof', body), 401, 'unauthorized')
  assertRefused(await post(service, '/auth/proof', body, { token: person.refreshToken }), 401, 'unauthorized')
  await shiftRows(service, 901)
  assertRefused(await prove(service, person, body), 401, 'unauthorized')
})
