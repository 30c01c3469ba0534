import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { feedEvents } from '../../src/accounts/events/feed.ts'
import { noticeOf } from '../../src/accounts/events/notices.ts'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { feedAll } from '../support/feed.ts'
import { send } from '../support/http.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { isPostgres, startSecond, startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

const service = await startTestService()
const second = await startSecond(service)
const { db } = service.deps
// a transaction of the embedded database has it for itself
const isAlone = !isPostgres

type Fed = { seq: string; userId: string; id: string }
const feed = (): Promise<Fed[]> =>
  db.run(sql`select seq::text, user_id as "userId", event_id::text as id from feed order by feed.seq`)
const noticesTo = async (userId: string) =>
  await db.run<{ notice: string; recipient: string }>(sql`
    select notice, recipient from outbox where user_id = ${userId} and notice is not null order by id`)

test('every event gets one number, without gaps, whichever process feeds, and a rolled-back one gets none', async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, index) => register(index % 2 ? service : second)),
  )
  const lost = db.transaction(async (runner) => {
    await recordEvent(runner, { type: 'email.verified', userId: people[0]?.userId })
    throw new Error('changed its mind')
  })
  await assert.rejects(lost)
  await Promise.all(Array.from({ length: 10 }, () => feedEvents(db, 3, service.deps)))
  await feedAll(service.deps)
  const fed = await feed()
  assert.deepEqual(
    fed.map(({ seq }) => Number(seq)),
    Array.from({ length: fed.length }, (_, index) => index + 1),
  )
  const events = await db.run(sql`select from events`)
  assert.equal(fed.length, events.length)
  assert.equal(new Set(fed.map(({ userId, id }) => `${userId} ${id}`)).size, events.length)
})

test('an event that commits late comes later, and is not skipped', async () => {
  const { userId } = await register(service)
  await feedAll(service.deps)
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const late = db.transaction(async (runner) => {
    await recordEvent(runner, { type: 'password.reset_requested', userId })
    if (!isAlone) await mayCommit
  })
  if (!isAlone) await register(second)
  commit()
  await late
  await feedAll(service.deps)
  const [row] = await db.run<{ fed: number }>(sql`
    select count(*)::integer as fed
    from events
    join feed on feed.user_id = events.user_id and feed.event_id = events.id
    where events.user_id = ${userId} and type = 'password.reset_requested'`)
  assert.equal(row?.fed, 1)
})

test('a notice goes to the mailbox of the moment of the event, even if it changed since', async () => {
  const { userId, email } = await register(service)
  await feedAll(service.deps)
  await db.transaction(async (runner) => {
    await recordEvent(runner, { type: 'identity.linked', userId, detail: { provider: 'acme' } })
    await runner.run(sql`
      update emails set canonical = ${newEmail()}, typed = 'later@example.com' where user_id = ${userId}`)
  })
  await feedAll(service.deps)
  assert.deepEqual(await noticesTo(userId), [{ notice: 'provider-linked', recipient: email }])
})

test('an event whose notice fails is fed all the same, and delays no other', async () => {
  const [poisoned, other] = [await register(service), await register(service)]
  await feedAll(service.deps)
  await db.script(
    `alter table outbox add constraint poisoned check (queue <> '${poisoned.userId}') not valid`,
  )
  for (const { userId } of [poisoned, other])
    await recordEvent(db, { type: 'identity.linked', userId, detail: { provider: 'acme' } })
  await feedAll(service.deps)
  await db.script('alter table outbox drop constraint poisoned')
  assert.deepEqual(await noticesTo(poisoned.userId), [])
  assert.equal((await noticesTo(other.userId)).length, 1)
  // whichever was feeding
  assert.ok([...service.logs, ...second.logs].some((line) => line.includes('could not be told of an event')))
})

test('a notice waits for a locked table', { skip: isAlone }, async () => {
  const { userId } = await register(service)
  await feedAll(service.deps)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const locking = Promise.withResolvers<void>()
  const locked = db.transaction(async (runner) => {
    await runner.script('set local idle_in_transaction_session_timeout = 0; lock table outbox in share mode')
    locking.resolve()
    await mayEnd
  })
  await locking.promise
  await recordEvent(db, { type: 'identity.linked', userId, detail: { provider: 'acme' } })
  // while the service's own job is at it, there is nothing to do here
  let refused: { status: number } | undefined
  const feedOnce = () =>
    feedEvents(db, 10, service.deps).then(
      () => false,
      (error) => (refused = error),
    )
  await until(feedOnce, 'it is refused')
  assert.equal(refused?.status, 503)
  end()
  await locked
  await feedAll(service.deps)
  assert.deepEqual(
    (await noticesTo(userId)).map(({ notice }) => notice),
    ['provider-linked'],
  )
})

test('a late event of a deleted user records no location, details or reason', async () => {
  const userId = randomUUID()
  const told = { address: '203.0.113.7', detail: { grant: 'x' }, reason: 'her own words' }
  await recordEvent(db, { type: 'sign_in.refused', userId, ...told })
  const [row] = await db.run(sql`select address, detail, reason from events where user_id = ${userId}`)
  assert.deepEqual(row, { address: null, detail: {}, reason: null })
})

test('a line in the table decides who is notified, whatever the event', async () => {
  const told = {
    'user.registered': 'password-changed',
    'account.deletion_cancelled': 'account-closed',
  } as const
  Object.assign(noticeOf, told)
  try {
    const person = await register(service)
    const path = `/users/${person.userId}`
    assert.equal((await send(service, 'DELETE', path, { token: person.accessToken })).status, 202)
    tokensOf(await signIn(service, person))
    await feedAll(service.deps)
    assert.deepEqual(
      (await noticesTo(person.userId)).map(({ notice }) => notice),
      ['password-changed', 'account-closed', 'account-closed'],
    )
  } finally {
    for (const type of Object.keys(told)) delete noticeOf[type as keyof typeof told]
  }
})

test('the actor of an event is recorded', async () => {
  const person = await register(service)
  await signIn(service, { ...person, password: 'a wrong password' })
  await recordEvent(db, { type: 'two_factor.disabled', userId: person.userId, actor: { kind: 'operator' } })
  const rows = await db.run<{ type: string; actor: string }>(sql`
    select type, actor_kind as actor from events where user_id = ${person.userId} order by id`)
  assert.deepEqual(
    rows.map(({ type, actor }) => `${type} ${actor}`),
    [
      'user.registered owner',
      'session.opened owner',
      'sign_in.refused stranger',
      'two_factor.disabled operator',
    ],
  )
})
