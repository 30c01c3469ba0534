import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAttempts } from '../../src/accounts/limits/queries/attempts.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { get, send } from '../support/http.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { proveFactor } from '../support/proof.ts'
import { race } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { dumpRows, tablesNaming } from '../support/rows.ts'
import { answerChallenge, challengeFor, registerGuarded, wrongCode } from '../support/second-factor.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { testUnlessCitus } from '../support/unless-citus.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService()
await ownWithoutTriggers(service)
const second = await startSecond(service)
const atOnce = await startVariant(service, { config: { accountDeletionDays: 0 } })
const day = 24 * 60 * 60

const close = (at: { address: string }, { userId, accessToken: token }: Person, body?: object) =>
  send(at, 'DELETE', `/users/${userId}`, { token, body })

const eventsOf = (userId: string) =>
  many<{ type: string; address: string | null; detail: object; session_id: string | null }>(
    service.deps.db,
    sql`select type, address, detail, session_id from events where user_id = ${userId} order by id`,
  )

test('a closed account is signed out everywhere, and gone after the days of grace', async () => {
  const person = await register(service)
  const { status, body } = await close(service, person)
  assert.equal(status, 202)
  const inDays = (Date.parse(body.deletesAt) - Date.now()) / 1_000 / day
  assert.ok(inDays > 6.99 && inDays < 7.01)
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')

  await shiftRows(service, 6 * day)
  await runJobs(service.deps, jobs)
  assert.notDeepEqual(await tablesNaming(service, person.userId), [])
  await shiftRows(service, day + 1)
  await runJobs(service.deps, jobs)
  assert.deepEqual(await tablesNaming(service, person.userId), [])
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  // the address is free
  const next = await register(service, person)
  assert.notEqual(next.userId, person.userId)
})

test('signing in within the grace period restores the account', async () => {
  const person = await registerGuarded(service)
  await proveFactor(service, person)
  await close(service, person)
  const challenge = await challengeFor(service, person)
  await answerChallenge(service, challenge, wrongCode(person))
  tokensOf(await answerChallenge(service, challenge, person.code()))
  await shiftRows(service, 8 * day)
  await runJobs(service.deps, jobs)
  assert.notDeepEqual(await tablesNaming(service, person.userId), [])
  const types = (await eventsOf(person.userId)).map(({ type }) => type)
  assert.equal(types.filter((type) => type === 'account.deletion_cancelled').length, 1)
})

test('a sign-in that stops before the second factor does not cancel the deletion', async () => {
  const person = await registerGuarded(service)
  await proveFactor(service, person)
  await close(service, person)
  await challengeFor(service, person)
  await shiftRows(service, 8 * day)
  await runJobs(service.deps, jobs)
  assert.deepEqual(await tablesNaming(service, person.userId), [])
})

test('without days of grace the data is gone with the answer, and nothing names the person any more', async () => {
  const person = await registerGuarded(service)
  await signIn(service, { ...person, password: 'wrong' })
  await proveFactor(service, person)
  const mailbox = { userId: person.userId, canonical: person.email }
  assert.equal((await listAttempts(service.deps.db, mailbox)).length, 2)
  const answer = await close(atOnce, person)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.deepEqual(await listAttempts(service.deps.db, mailbox), [])
  assert.deepEqual(await tablesNaming(service, person.userId), [])
  assert.ok(!(await dumpRows(service)).includes(person.email))
  const events = await eventsOf(person.userId)
  assert.equal(events.at(-1)?.type, 'account.deleted')
  for (const { address, detail, session_id } of events) {
    assert.deepEqual([address, detail, session_id], [null, {}, null])
  }
})

testUnlessCitus('events of existing accounts forget nothing', async () => {
  const { userId } = await register(service)
  for (const change of [
    sql`update events set address = null, detail = '{}', session_id = null where user_id = ${userId}`,
    sql`update events set type = 'x' where user_id = ${userId}`,
  ]) {
    await assert.rejects(async () => service.deps.db.run(change), /append-only/)
  }
})

test('closing an account requires a recent proof', async () => {
  const person = await register(service)
  await shiftRows(service, 14 * 60)
  const pair = tokensOf(await refresh(service, person.refreshToken))
  await shiftRows(service, 2 * 60)
  const old = { ...person, ...pair }
  const stale = await close(service, old)
  assert.deepEqual(
    [stale.status, stale.body.code, stale.body.methods],
    [403, 'reauthentication_required', ['password']],
  )
  assertRefused(await close(service, old, { password: 'wrong' }), 401, 'invalid_credentials')
  assert.equal((await close(service, old, { password: person.password })).status, 202)
})

test('another user’s account cannot be closed', async () => {
  const [ada, eve] = [await register(service), await register(service)]
  assertRefused(await close(service, { ...ada, accessToken: eve.accessToken }), 404, 'not_found')
  assertRefused(await send(service, 'DELETE', `/users/${ada.userId}`), 401, 'unauthorized')
})

test('a sign-in that races with the end of its account leaves both or neither', async () => {
  const person = await register(service)
  await close(service, person)
  await shiftRows(service, 8 * day)
  const [answers] = await Promise.all([
    race([service, second], 4, () => ({
      path: '/auth/token',
      body: { grant_type: 'password', email: person.email, password: person.password },
    })),
    runJobs(service.deps, jobs),
  ])
  const kept = (await tablesNaming(service, person.userId)).includes('users')
  for (const { status, body } of answers) {
    if (status !== 200) continue
    assert.equal((await get(service, '/users/me', body.accessToken.token)).status, kept ? 200 : 401)
  }
  if (!kept) assert.deepEqual(await tablesNaming(service, person.userId), [])
})

test('the export has all of a person’s data, and nothing that proves who they are', async () => {
  const person = await registerGuarded(service)
  const { status, body, text } = await get(service, `/users/${person.userId}/export`, person.accessToken)
  assert.equal(status, 200)
  assert.deepEqual([body.id, body.email, body.twoFactor.enabled], [person.userId, person.email, true])
  assert.deepEqual([body.sessions.length, body.identities.length], [1, 0])
  assert.deepEqual(
    body.knownAddresses.map(({ ip }: { ip: string }) => ip),
    ['127.0.0.1'],
  )
  assert.ok(body.events.length >= 3)
  for (const secret of [person.password, '$argon2', 'sp_', ...person.backup])
    assert.ok(!text.includes(secret))
  const eve = await register(service)
  assertRefused(await get(service, `/users/${person.userId}/export`, eve.accessToken), 404, 'not_found')
})

test('every table with a user’s rows is exported, or holds nothing about the person', async () => {
  const held: Record<string, string> = {
    users: 'id, createdAt, language, externalId',
    external_id_owners: 'externalId',
    emails: 'email, emailVerified',
    email_owners: 'email, formerEmails',
    former_emails: 'formerEmails',
    known_addresses: 'knownAddresses',
    sessions: 'sessions',
    identities: 'identities',
    identity_owners: 'identities',
    totp_factors: 'twoFactor',
    pending_apps: 'twoFactor',
    totp_enrolments: 'twoFactor',
    passkeys: 'passkeys',
    trusted_devices: 'trustedDevices',
    backup_codes: 'twoFactor',
    two_factor_resets: 'twoFactor',
    mail_links: 'links',
    mailed_codes: 'links',
    outbox: 'mails, nextMails',
    attempts: 'attempts',
    refusals: 'refusals',
    events: 'events, nextEvents',
  }
  // minutes old at most, and gone with what they are part of; or nothing but a digest
  const proofs = [
    'passwords',
    'challenges',
    'passkey_challenges',
    'oauth_codes',
    'oauth_transactions',
    'identity_links',
    'presses',
  ]
  // what happened again, by its number; and for a second, whom it is to be told to;
  // the wish to close an account is gone with the sign-in that an export needs; attempts to deliver go with their mail;
  // who has departed asks for nothing; what somebody may do at the console is for operators; what was refused about nobody is
  // nobody's; an invitation is gone before anybody signs in; services are no people, nor
  // are webhooks, for which the number of an event, and whose it is, waits for three days at most
  const others = [
    'feed',
    'feed_position',
    'unfed',
    'account_deletions',
    'departed_users',
    'gone_users',
    'event_retention',
    'invitations',
    'outbox_attempts',
    'operators',
    'unowned_refusals',
    'webhooks',
    'webhook_waiting',
    'webhook_attempts',
    'deprecated_calls',
    'service_keys',
    'imports',
    'key_ids',
    'row_keys',
    'migrations',
  ]
  const tables = await many<{ name: string }>(
    service.deps.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const known = [...Object.keys(held), ...proofs, ...others].sort()
  assert.deepEqual(tables.map(({ name }) => name).sort(), known)
  const person = await register(service)
  const { body } = await get(service, `/users/${person.userId}/export`, person.accessToken)
  const shown = new Set(Object.values(held).flatMap((keys) => keys.split(', ')))
  assert.deepEqual(Object.keys(body).sort(), [...shown].sort())
})

test('nobody gets in after the days of grace, whether or not the account is swept yet', async () => {
  const person = await register(service)
  assert.equal((await close(service, person)).status, 202)
  await shiftRows(service, 7 * 86_400 + 1)
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  await runJobs(service.deps, jobs)
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
