import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement } from '../../src/platform/db/sql.ts'
import { get, send } from '../support/http.ts'
import { type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge, begin, challengeFor, confirm, registerGuarded } from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const service = await sharedService()
const { db } = service.deps

type Whose = { userId: string }

// looked up first: the two may lie on two servers
const copyPassword = async (from: Whose, to: Whose) => {
  const source = await only<{ phc: string; pepper: Uint8Array }>(sql`
    select phc, pepper_id as pepper from passwords where user_id = ${from.userId}`)
  await db.run(sql`
    update passwords set phc = ${source.phc}, pepper_id = ${source.pepper} where user_id = ${to.userId}`)
}

const copySecret = async (from: Whose, to: Whose, table = sql`totp_factors`) => {
  const { secret } = await only<{ secret: Uint8Array }>(
    sql`select sealed_secret as secret from ${table} where user_id = ${from.userId}`,
  )
  await db.run(sql`update ${table} set sealed_secret = ${secret} where user_id = ${to.userId}`)
}

/** The row is on another server then. */
const giveSessions = async (from: Whose, to: Whose) => {
  const { row } = await only<{ row: object }>(
    sql`select to_jsonb(sessions) as row from sessions where user_id = ${from.userId}`,
  )
  await db.run(sql`delete from sessions where user_id = ${from.userId}`)
  const given = JSON.stringify({ ...row, user_id: to.userId })
  await db.run(sql`insert into sessions select * from jsonb_populate_record(null::sessions, ${given}::jsonb)`)
}

const only = async <Row>(statement: Statement<never>): Promise<Row> =>
  (await many<Row>(db, statement))[0] as Row

const unreadable = async ({ userId }: Person) => {
  const events = sql`
    select outcome, detail from events where user_id = ${userId} and type = 'secret.unreadable' order by id`
  // a password's is written after the answer
  for (let tries = 0; tries < 200; tries++) {
    const rows = await many<{ outcome: string; detail: unknown }>(db, events)
    if (rows.length > 0) return rows
    await sleep(10)
  }
  return []
}

const toldOf = ({ userId }: Person) =>
  service.logs
    .map((line) => JSON.parse(line))
    .filter((line) => line.level === 'error' && line.userId === userId)

test('a password hash copied from another account opens nothing, nor does the old password', async () => {
  const thief = await register(service, { password: 'the password of a thief' })
  const victim = await register(service)
  await copyPassword(thief, victim)
  for (const password of [thief.password, victim.password])
    assertRefused(await signIn(service, { email: victim.email, password }), 401, 'invalid_credentials')
  const change = { currentPassword: thief.password, password: 'entirely new words' }
  const body = { ...change, passwordConfirmation: change.password }
  const path = `/users/${victim.userId}/password`
  const answer = await send(service, 'PUT', path, { token: victim.accessToken, body })
  assertRefused(answer, 401, 'invalid_credentials')
  const refusals = sql`select from events where user_id = ${victim.userId} and type = 'sign_in.refused'`
  assert.equal((await many(db, refusals)).length, 2)
  tokensOf(await signIn(service, thief))
})

test('a malformed hash is refused like a wrong password, with an event and a line in the log', async () => {
  for (const phc of ['', 'garbage', '$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAA']) {
    const person = await register(service)
    await db.run(sql`update passwords set phc = ${phc} where user_id = ${person.userId}`)
    assertRefused(await signIn(service, person), 401, 'invalid_credentials')
    const detail = { what: 'password', why: 'changed' }
    assert.deepEqual(await unreadable(person), [{ outcome: 'refused', detail }])
    assert.equal(toldOf(person).length, 1)
  }
})

test('an app’s secret copied from another account answers no challenge', async () => {
  const [thief, victim] = [await registerGuarded(service), await registerGuarded(service)]
  const challenge = await challengeFor(service, victim)
  await copySecret(thief, victim)
  for (const code of [thief.code(), victim.code()]) {
    const answer = await answerChallenge(service, challenge, code)
    assert.deepEqual([answer.status, answer.body.code], [401, 'wrong_code'])
  }
  const detail = { what: 'authenticator', why: 'changed' }
  assert.deepEqual(await unreadable(victim), Array(2).fill({ outcome: 'refused', detail }))
  assert.equal(toldOf(victim).length, 2)
  // what belongs to the account still opens it
  tokensOf(await answerChallenge(service, challenge, victim.backup[0] as string, 'backup_code'))
})

test('fifty requests at once with a copied secret open no session and cause no error', async () => {
  const [thief, victim] = [await registerGuarded(service), await registerGuarded(service)]
  const challenge = await challengeFor(service, victim)
  await copySecret(thief, victim)
  const body = { grant_type: 'two_factor', method: 'totp', challenge, code: thief.code() }
  const statuses = statusesOf(await race(service, 50, () => ({ path: '/auth/token', body })))
  for (const status of Object.keys(statuses)) assert.ok(['401', '429'].includes(status), status)
})

test('a changed or truncated sealed secret makes every code wrong', async () => {
  for (const change of [
    sql`overlay(sealed_secret placing '\\x00'::bytea from 20)`,
    sql`substring(sealed_secret from 1 for 5)`,
    sql`''::bytea`,
  ]) {
    const person = await registerGuarded(service)
    const challenge = await challengeFor(service, person)
    await db.run(sql`update totp_factors set sealed_secret = ${change} where user_id = ${person.userId}`)
    const answer = await answerChallenge(service, challenge, person.code())
    assert.deepEqual([answer.status, answer.body.code], [401, 'wrong_code'])
    assert.equal((await unreadable(person)).length, 1)
  }
})

test('an enrolment copied from another account cannot be confirmed', async () => {
  const [thief, victim] = [await register(service), await register(service)]
  const app = await begin(service, thief)
  await begin(service, victim)
  await copySecret(thief, victim, sql`pending_apps`)
  assertRefused(await confirm(service, victim, app.code()), 400, 'not_started')
  const detail = { what: 'enrolment', why: 'changed' }
  assert.deepEqual(await unreadable(victim), [{ outcome: 'refused', detail }])
})

test('a session row given to another account opens neither', async () => {
  const [thief, victim] = [await register(service), await register(service)]
  await giveSessions(thief, victim)
  assertRefused(await get(service, '/users/me', thief.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, thief.refreshToken), 401, 'invalid_credentials')
  const mine = tokensOf(await signIn(service, thief))
  const { seed } = await only<{ seed: Uint8Array }>(
    sql`select seed from sessions where user_id = ${thief.userId}`,
  )
  await db.run(sql`update sessions set seed = ${seed} where user_id = ${victim.userId}`)
  assert.equal((await get(service, '/users/me', mine.accessToken)).body.id, thief.userId)
  assertRefused(await get(service, '/users/me', victim.accessToken), 401, 'unauthorized')
})

test('backup codes copied from another account answer no challenge', async () => {
  const [thief, victim] = [await registerGuarded(service), await registerGuarded(service)]
  await db.run(sql`delete from backup_codes where user_id = ${victim.userId}`)
  const codes = await many<{ digest: Uint8Array }>(
    db,
    sql`select digest from backup_codes where user_id = ${thief.userId}`,
  )
  for (const { digest } of codes)
    await db.run(sql`insert into backup_codes (user_id, digest) values (${victim.userId}, ${digest})`)
  const challenge = await challengeFor(service, victim)
  const answer = await answerChallenge(service, challenge, thief.backup[0] as string, 'backup_code')
  assert.deepEqual([answer.status, answer.body.code], [401, 'wrong_code'])
})

test('setting a step back in the database does not revive a code that this process saw spent', async () => {
  const person = await registerGuarded(service)
  const spent = person.code()
  tokensOf(await answerChallenge(service, await challengeFor(service, person), spent))
  await db.run(sql`update totp_factors set last_step = 0 where user_id = ${person.userId}`)
  const challenge = await challengeFor(service, person)
  for (const code of [spent, person.code(-1)]) {
    const answer = await answerChallenge(service, challenge, code)
    assert.deepEqual([answer.status, answer.body.code], [401, 'wrong_code'])
  }
  tokensOf(await answerChallenge(service, challenge, person.code(1)))
})

test('setting a step back does not revive the code that confirmed the app', async () => {
  const person = await register(service)
  const { code, secret } = await begin(service, person)
  const confirmed = code()
  const { body } = await confirm(service, person, confirmed)
  await db.run(sql`update totp_factors set last_step = 0 where user_id = ${person.userId}`)
  const challenge = await challengeFor(service, { ...person, secret, code, backup: body.backup } as Person)
  const answer = await answerChallenge(service, challenge, confirmed)
  assert.deepEqual([answer.status, answer.body.code], [401, 'wrong_code'])
})
