import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { closing } from '../../src/flows/account/closing/index.ts'
import { recovery } from '../../src/flows/second-factor/lost/index.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { feedAll } from '../support/feed.ts'
import { send } from '../support/http.ts'
import { register } from '../support/people.ts'
import { tablesNaming } from '../support/rows.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { isPostgres, startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { testUnlessCitus } from '../support/unless-citus.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService()
const { deps, logs } = service
const day = 86_400

const happen = (userId: string, count: number, daysAgo = 0) =>
  deps.db.run(sql`
    insert into events (user_id, type, outcome, address, at)
    select ${userId}, 'sign_in.refused', 'refused', '203.0.113.9', now() - make_interval(days => ${daysAgo}::integer)
    from generate_series(1, ${count}::integer)`)

const countEvents = async (userId: string) => {
  const [row] = await many<{ all: number; telling: number }>(
    deps.db,
    sql`
      select count(*)::integer as all, count(address)::integer as telling
      from events
      where user_id = ${userId}`,
  )
  return row!
}

test('a failing job is named in the log, and the others run', async () => {
  let runs = 0
  const works = { name: 'works', run: async () => ++runs && 0 }
  const breaks = {
    name: 'breaks in the middle',
    run: async () => {
      throw new Error('a poisoned row')
    },
  }
  await runJobs(deps, [works, breaks, works])
  assert.equal(runs, 2)
  const told = logs.filter((line) => line.includes('"job":"breaks in the middle"'))
  assert.equal(told.length, 1)
  assert.match(told[0]!, /a poisoned row/)
})

test('however much one job finds, the others get their turn', async () => {
  let batches = 0
  const endless = { name: 'endless', run: async (_: unknown, batch: number) => ++batches && batch }
  let runs = 0
  await runJobs(deps, [endless, { name: 'next', run: async () => ++runs && 0 }])
  assert.deepEqual([batches, runs], [100, 1])
})

test('many events of a closed account are erased in batches, and the answer waits only for the first', async () => {
  const atOnce = await startVariant(service, { config: { accountDeletionDays: 0 } })
  const { userId, accessToken: token } = await register(service)
  await happen(userId, 1_200)
  assert.equal((await send(atOnce, 'DELETE', `/users/${userId}`, { token })).status, 204)
  const { telling } = await countEvents(userId)
  assert.ok(telling > 600 && telling < 800, `${telling} still tell`)
  await runJobs(deps, jobs)
  assert.equal((await countEvents(userId)).telling, 0)
  assert.deepEqual(await tablesNaming(service, userId), [])
})

test('an account that cannot be removed is logged, postponed by an hour, and delays no other', async () => {
  const people = [await register(service), await register(service)]
  for (const { userId, accessToken: token } of people)
    assert.equal((await send(service, 'DELETE', `/users/${userId}`, { token })).status, 202)
  const [poisoned, other] = people.map(({ userId }) => userId) as [string, string]
  await deps.db.script(
    `alter table departed_users add constraint poisoned check (user_id <> '${poisoned}') not valid`,
  )
  await shiftRows(service, 8 * day)
  const countTold = () => logs.filter((line) => line.includes(poisoned) && line.includes('poisoned')).length
  await runJobs(deps, jobs)
  assert.deepEqual(await tablesNaming(service, other), [])
  assert.equal(countTold(), 1)
  await runJobs(deps, jobs)
  assert.equal(countTold(), 1)
  await deps.db.script('alter table departed_users drop constraint poisoned')
  await shiftRows(service, 3_601)
  await runJobs(deps, jobs)
  assert.deepEqual(await tablesNaming(service, poisoned), [])
})

test('a tampered token drops its own reset and delays no other', async () => {
  const people = [await registerGuarded(service), await registerGuarded(service)]
  for (const [index, { userId }] of people.entries()) {
    // a key that there is, and nothing that it sealed
    await deps.db.run(sql`
      insert into two_factor_resets (user_id, digest, sealed_token, next_at, hours_left)
      select ${userId}, ''::bytea, substr(sealed_secret, 1, 2) || decode(repeat('00', 60), 'hex'),
        now() - make_interval(hours => ${2 - index}), 24
      from totp_factors
      where user_id = ${userId}`)
  }
  await runJobs(deps, jobs)
  for (const { userId } of people) {
    const [event] = await many<{ detail: object }>(
      deps.db,
      sql`select detail from events where user_id = ${userId} and type = 'two_factor.reset_cancelled'`,
    )
    assert.deepEqual(event?.detail, { by: 'changed' })
  }
})

/** Keeps others from writing a table, as a long transaction would. @returns what ends that */
const occupy = async (table: string): Promise<() => Promise<void>> => {
  const client = new pg.Client(service.environment.DATABASE_URL)
  await client.connect()
  await client.query(`begin; lock table ${table} in exclusive mode`)
  return () => client.end()
}

const countLines = (...words: string[]): number =>
  logs.filter((line) => words.every((word) => line.includes(word))).length

const inUse = { skip: !isPostgres && 'the embedded database has one connection' }

test('a closed account in use is removed at the next run', inUse, async () => {
  const { userId, accessToken: token } = await register(service)
  assert.equal((await send(service, 'DELETE', `/users/${userId}`, { token })).status, 202)
  await shiftRows(service, 8 * day)
  // nor is the feed at its rows
  await feedAll(deps)
  const release = await occupy('departed_users')
  await runJobs(deps, closing.jobs)
  await release()
  await runJobs(deps, closing.jobs)
  assert.deepEqual(await tablesNaming(service, userId), [])
  assert.equal(countLines(userId, 'in use'), 1)
})

test('a reset whose account is in use continues at the next run', inUse, async () => {
  const { userId } = await registerGuarded(service)
  await deps.db.run(sql`
    insert into two_factor_resets (user_id, digest, sealed_token, next_at, hours_left)
    values (${userId}, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, now() - interval '1 millisecond', 24)`)
  const findReset = () => many(deps.db, sql`select from two_factor_resets where user_id = ${userId}`)
  const release = await occupy('events')
  await runJobs(deps, recovery.jobs)
  await release()
  assert.equal((await findReset()).length, 1)
  await runJobs(deps, recovery.jobs)
  assert.equal((await findReset()).length, 0)
  assert.equal(countLines(userId, 'in use'), 1)
})

test('a job can be stopped between its batches', async () => {
  let batches = 0
  const run = async (_: unknown, batch: number) => {
    batches++
    return batch
  }
  await runJobs(deps, [{ name: 'endless', run }], () => batches < 3)
  assert.equal(batches, 3)
})

testUnlessCitus('only events past their age are deleted, and never by accident', async () => {
  const { userId } = await register(service)
  const { all } = await countEvents(userId)
  await happen(userId, 700, 401)
  await happen(userId, 5, 399)
  const attempts = [
    `delete from events where user_id = '${userId}'`,
    `begin; set local sallyport.delete_events_after_days = '0'; delete from events where user_id = '${userId}'; commit`,
    `begin; set local sallyport.delete_events_after_days = '400'; delete from events where user_id = '${userId}'; commit`,
  ]
  for (const attempt of attempts) {
    await assert.rejects(deps.db.script(attempt), /append-only/)
    await deps.db.script('rollback')
  }
  const forEver = await startVariant(service, { config: { eventsDays: 0 } })
  await runJobs(forEver.deps, jobs)
  assert.equal((await countEvents(userId)).all, all + 705)
  await runJobs(deps, jobs)
  assert.equal((await countEvents(userId)).all, all + 5)
  // what was said for one transaction is not said for the next
  await assert.rejects(deps.db.script(`delete from events where user_id = '${userId}'`), /append-only/)
})
