import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { goingAway } from '../support/going-away.ts'
import { heldAt } from '../support/held-at.ts'
import { get, post } from '../support/http.ts'
import { codeIn, nextMail, startMailing } from '../support/mailing.ts'
import { addPasskey, askFor, sendAssertion } from '../support/passkeys.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { challengeFor, registerGuarded } from '../support/second-factor.ts'
import { isPostgres } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const perAddress = 5
const service = await startMailing({
  FAILURES_PER_ADDRESS: String(perAddress),
  REGISTRATIONS_PER_HOUR: '0',
  TRUSTED_PROXIES: 'loopback',
})
const { db } = service.deps
const at = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const home = at('198.51.100.1')
const office = at('203.0.113.9')

/** Waits until this is all that is counted: what was right is given back after the answer. */
const assertCounted = async (expected: Record<string, number>): Promise<void> => {
  const counted = sql`
    select kind, count, in_a_row as "inARow" from attempts
    where (starts_with(kind, 'password') or kind in ('failures', 'mailed code')) and (count > 0 or in_a_row > 0)
    order by kind`
  const counts = async () => {
    const rows = await many<{ kind: string; count: number; inARow: number }>(db, counted)
    return Object.fromEntries(rows.map(({ kind, count, inARow }) => [kind, Math.max(count, inARow)]))
  }
  const untilMs = performance.now() + 5_000
  while (performance.now() < untilMs && JSON.stringify(await counts()) !== JSON.stringify(expected))
    await sleep(10)
  assert.deepEqual(await counts(), expected)
}

const forgetAttempts = () => db.script('delete from attempts')

for (const moment of ['insert into sessions', 'delete from attempts', 'insert into known_addresses'])
  test(`right passwords undone by an outage at "${moment}" count no failures, and an earlier wrong one stays`, async () => {
    await forgetAttempts()
    const person = await register(service, home)
    const held = await heldAt(service, moment)
    await signIn(service, { ...person, password: 'a wrong password' }, office)
    for (let time = 0; time < 11; time++) {
      assertRefused(await signIn(held, person, office), 503, 'unavailable')
      await assertCounted({ failures: 1, password: 1 })
    }
    tokensOf(await signIn(service, person, office))
    await assertCounted({ failures: 1 })
  })

test('sign-ins that fail while the database is away cost nothing, even before a second factor', async () => {
  await forgetAttempts()
  const person = await registerGuarded(service)
  const held = await heldAt(service, 'insert into challenges')
  for (let time = 0; time <= perAddress; time++) {
    assertRefused(await signIn(held, person), 503, 'unavailable')
    await assertCounted({})
  }
  await challengeFor(service, person)
})

test('a sign-in whose commit fails costs nothing', async () => {
  await forgetAttempts()
  const person = await register(service, home)
  assertRefused(await signIn(await goingAway(service), person, office), 503, 'unavailable')
  await assertCounted({})
})

test('a sign-in costs nothing if its commit is lost and the database refuses work for a while', async () => {
  await forgetAttempts()
  const person = await register(service, home)
  assertRefused(await signIn(await goingAway(service, 500), person, office), 503, 'unavailable')
  await assertCounted({})
})

test('a sign-in by passkey costs nothing if the database fails', async () => {
  await forgetAttempts()
  const { passkey } = await addPasskey(service, await register(service))
  const credential = passkey.get(await askFor(service))
  const held = await heldAt(service, 'insert into sessions')
  for (let time = 0; time <= perAddress; time++) {
    assertRefused(await sendAssertion(held, credential), 503, 'unavailable')
    await assertCounted({})
  }
  tokensOf(await sendAssertion(service, credential))
})

test('a password proof costs nothing if the database fails', async () => {
  await forgetAttempts()
  const { accessToken: token, password } = await register(service, home)
  const held = await heldAt(service, 'delete from attempts')
  const proveAt = (it: { address: string }) =>
    post(it, '/auth/proof', { method: 'password', password }, { token, ...office })
  for (let time = 0; time <= perAddress; time++) {
    assertRefused(await proveAt(held), 503, 'unavailable')
    await assertCounted({})
  }
  assert.equal((await proveAt(service)).status, 204)
})

test('an unconfirmed user’s password or passkey costs nothing if the database fails', async () => {
  await forgetAttempts()
  const person = await register(service, home)
  const { passkey } = await addPasskey(service, person)
  const strict = await startVariant(service, { config: { emailVerification: 'required' } })
  const away = await goingAway(strict)
  for (let time = 0; time <= perAddress; time++) {
    assertRefused(await signIn(away, person, office), 503, 'unavailable')
    await assertCounted({})
    assertRefused(await sendAssertion(away, passkey.get(await askFor(service))), 503, 'unavailable')
    await assertCounted({})
  }
  assertRefused(await signIn(strict, person, office), 403, 'email_unverified')
})

test('a mailed code costs nothing if the database fails', async () => {
  await forgetAttempts()
  const { email } = await register(service, home)
  const code = codeIn(await nextMail(service, email))
  const away = await goingAway(service)
  for (let time = 0; time <= perAddress; time++) {
    assertRefused(await post(away, '/auth/email/verify', { email, code }, office), 503, 'unavailable')
    await assertCounted({})
  }
  assert.equal((await post(service, '/auth/email/verify', { email, code }, office)).status, 204)
})

test('wrong passwords count even if their refusal fails', async () => {
  await forgetAttempts()
  const held = await heldAt(service, 'insert into events')
  for (let time = 0; time < perAddress; time++) {
    const wrong = { email: newEmail(), password: 'a wrong password' }
    assertRefused(await signIn(held, wrong, office), 503, 'unavailable')
  }
  await assertCounted({ failures: perAddress, password: 1 })
  assertRefused(await signIn(service, await register(service, home), office), 429, 'too_many_attempts')
})

test('while sessions are locked, an office does not lock itself out', {
  // the embedded database has one connection, and nobody else can hold a table of it
  skip: !isPostgres,
}, async () => {
  await forgetAttempts()
  const people = await Promise.all(Array.from({ length: perAddress + 1 }, () => register(service, home)))
  const client = new pg.Client(service.environment.DATABASE_URL)
  after(() => client.end())
  await client.connect()
  await client.query('begin')
  await client.query('lock table sessions in share mode')
  const answers = await Promise.all(people.slice(1).map((person) => signIn(service, person, office)))
  assert.deepEqual(statusesOf(answers), { 503: perAddress })
  await client.query('rollback')
  await assertCounted({})
  for (const person of people) tokensOf(await signIn(service, person, office))
})

test('a sign-in is answered even if the oldest of many sessions cannot be ended', async () => {
  const person = await register(service, home)
  await db.run(sql`
    insert into sessions (user_id, id, kind, seed, methods, authenticated_at, address, access_ends_at, refresh_ends_at, ends_at)
    select user_id, gen_random_uuid(), kind, seed, methods, authenticated_at, address, access_ends_at, refresh_ends_at, ends_at
    from sessions, generate_series(1, 50)
    where user_id = ${person.userId}`)
  const count = async () => (await get(service, '/users/me/sessions', person.accessToken)).body.length
  const held = await heldAt(service, 'delete from sessions where')
  const { accessToken } = tokensOf(await signIn(held, person, home))
  assert.equal((await get(service, '/users/me', accessToken)).status, 200)
  assert.ok(service.logs.some((line) => line.includes('could not be ended')))
  assert.equal(await count(), 52)
  const { accessToken: last } = tokensOf(await signIn(service, person, home))
  assert.equal((await get(service, '/users/me/sessions', last)).body.length, 50)
})
