import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import pg from 'pg'
import { UniqueViolation } from '../../src/platform/db/failures.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { giveBackMemory } from '../../src/platform/give-back.ts'
import { setForDatabase, startCluster } from '../support/cluster.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { fillPool, sleepOnEach } from '../support/pools.ts'
import { isPostgres, newDatabase } from '../support/service.ts'
import { first, many, sql } from '../support/sql.ts'

const noticeLoss = () => {}
const skip = !isPostgres

const deadlines = sql`
  select current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`

test('while the server is away statements are refused with 503, and run afterwards', {
  skip,
}, async () => {
  const cluster = await startCluster()
  const db = openPostgres(cluster.url, noticeLoss)
  try {
    // more than one connection is idle when the server goes
    await Promise.all(Array.from({ length: 5 }, () => db.run(sql`select pg_sleep(0.05)`)))
    for (const mode of ['fast', 'immediate'] as const) {
      const restarted = cluster.restart(mode)
      const during = await Promise.allSettled(Array.from({ length: 20 }, () => db.run(sql`select 1 as one`)))
      for (const outcome of during) {
        if (outcome.status === 'rejected') assert.equal(outcome.reason.status, 503, String(outcome.reason))
      }
      await restarted
      // what was idle when the server went may be noticed only now, and never twice
      await db.run(sql`select 1`).catch((error) => assert.equal(error.status, 503))
      const afterwards = await Promise.all(Array.from({ length: 20 }, () => many(db, sql`select 1 as one`)))
      assert.deepEqual(afterwards, Array(20).fill([{ one: 1 }]))
    }
  } finally {
    await db.close()
    await cluster.stop()
  }
})

test('a failure on a lost connection reports why it was lost', { skip }, async () => {
  const db = openPostgres(String(process.env.TEST_DATABASE_URL), noticeLoss)
  const outcome = db.transaction(async (runner) => {
    const [own] = await many<{ pid: number }>(runner, sql`select pg_backend_pid() as pid`)
    await db.run(sql`select pg_terminate_backend(${own?.pid})`)
    while ((await many(db, sql`select from pg_stat_activity where pid = ${own?.pid}`)).length > 0);
    await sleep(50)
    await runner.run(sql`select 1`)
  })
  const told = await outcome.catch((error) => String(error.cause?.message))
  assert.equal(told, 'terminating connection due to administrator command')
  await db.close()
})

/** The server twice: a list, of which one may be left for the other. */
const listed = () => {
  const { href, host } = new URL(String(process.env.TEST_DATABASE_URL))
  return href.replace(host, `${host},${host}`)
}

test('a server of a list is kept as long as it serves', { skip }, async () => {
  const db = openPostgres(listed(), noticeLoss)
  const pidOf = async () => (await first<{ pid: number }>(db, sql`select pg_backend_pid() as pid`))?.pid
  const pid = await pidOf()
  for (let times = 0; times < 5; times++) assert.equal(await pidOf(), pid)
  await db.close()
})

test('a closed database asks no server any more, whether or not it had found one', { skip }, async () => {
  for (const url of [String(process.env.TEST_DATABASE_URL), listed()])
    for (const before of [[], ['select 1']]) {
      const db = openPostgres(url, noticeLoss)
      for (const statement of before) await db.script(statement)
      await db.close()
      await assert.rejects(db.run(sql`select 1`), { status: 503 })
    }
})

test('finished statements leak no memory', { skip }, async () => {
  for (const url of [String(process.env.TEST_DATABASE_URL), listed()]) {
    const db = openPostgres(url, noticeLoss)
    const run = async (times: number) => {
      while (times-- > 0) await db.run(sql`select 1`)
    }
    const keptByEach = async () => {
      const before = heldBytes()
      await run(10_000)
      return (heldBytes() - before) / 10_000
    }
    await run(1_000)
    // compiled code and caches come now and then, what leaks comes each time
    const kept: number[] = []
    do kept.push(await keptByEach())
    while (kept.length < 3 && Math.min(...kept) >= 40)
    assert.ok(Math.min(...kept) < 40, `${kept} bytes of each are kept`)
    await db.close()
  }
})

const heldBytes = () => {
  giveBackMemory()
  return process.memoryUsage().heapUsed
}

test('a statement’s memory is freed without waiting for a full collection', {
  skip,
}, async () => {
  const db = openPostgres(String(process.env.TEST_DATABASE_URL), noticeLoss)
  const run = async (times: number) => {
    while (times-- > 0) await db.run(sql`select ${'x'.repeat(2_000)}::text`)
  }
  await run(2_000)
  const outlivedEach: number[] = []
  for (let round = 0; round < 5; round++) {
    const before = oldBytes()
    await run(2_000)
    outlivedEach.push((oldBytes() - before) / 2_000)
  }
  await db.close()
  // in one or two of them something is compiled, or everything is collected
  const median = outlivedEach.sort((one, other) => one - other)[2] as number
  // by the size of the young generation it is nothing or a thousand; the driver's promises made it more than five thousand
  assert.ok(median < 2_500, `${median} bytes of each outlive it`)
})

/** Where V8 keeps what has outlived two of its quick collections. */
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size as number

test('a statement that takes too long is refused with 503', { skip }, async () => {
  const db = openPostgres(String(process.env.TEST_DATABASE_URL), noticeLoss)
  assert.deepEqual(await many(db, deadlines), [{ lock: '2s', idle: '10s' }])
  await assert.rejects(db.run(sql`select pg_sleep(10)`), { status: 503 })
  await assert.rejects(
    db.transaction((runner) => runner.run(sql`select pg_sleep(10)`)),
    { status: 503 },
  )
  await db.close()
})

test('waiting for a connection for more than a second is a 503', { skip }, async () => {
  const db = openPostgres(String(process.env.TEST_DATABASE_URL), noticeLoss)
  await fillPool(db)
  const busy = sleepOnEach(db, 2)
  await assert.rejects(db.run(sql`select 1`), { status: 503 })
  await Promise.all(busy)
  await db.close()
})

test('instants and days are read alike, whatever the database’s settings', { skip }, async () => {
  const url = String((await newDatabase()).DATABASE_URL)
  await setForDatabase(url, "datestyle = 'SQL, DMY'")
  await setForDatabase(url, "timezone = 'Europe/Berlin'")
  const bouncer = await startPgBouncer(new URL(url))
  const asked = sql`select '2026-03-28T10:00:00Z'::timestamptz as at, '2026-03-28T10:00:00Z'::timestamptz + interval '1 day' as later`
  const expected = [{ at: new Date('2026-03-28T10:00:00Z'), later: new Date('2026-03-29T10:00:00Z') }]
  const db = openPostgres(url, noticeLoss)
  const pooled = openPostgres(bouncer?.url ?? url, noticeLoss)
  try {
    assert.deepEqual(await many(db, asked), expected)
    for (const each of [db, pooled])
      assert.deepEqual(await each.transaction((runner) => many(runner, asked)), expected)
  } finally {
    await Promise.all([db.close(), pooled.close()])
    await bouncer?.stop()
  }
})

test('behind PgBouncer in transaction mode, statements are not prepared by name, and deadlines hold', {
  skip,
}, async (t) => {
  const server = new URL(String(process.env.TEST_DATABASE_URL))
  const bouncer = await startPgBouncer(server)
  if (!bouncer) return t.skip('there is no pgbouncer on this machine')
  const admin = new pg.Client(server.href)
  await admin.connect()
  const table = `pooled_${process.pid}`
  await admin.query(`create table ${table} (id integer primary key)`)
  const db = openPostgres(bouncer.url, noticeLoss)
  try {
    await fillPool(db)
    const rows = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        first(db, sql`select ${n}::integer as n, pg_sleep(0.001)::text as slept`),
      ),
    )
    assert.deepEqual(
      rows.map((row) => (row as unknown as { n: number }).n),
      Array.from({ length: 200 }, (_, n) => n),
    )
    await Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        db.transaction(async (runner) => {
          await runner.script(`insert into ${table} values (${id})`)
          assert.deepEqual(await many(runner, deadlines), [{ lock: '2s', idle: '10s' }])
        }),
      ),
    )
    await assert.rejects(
      db.transaction((runner) => runner.script(`insert into ${table} values (1)`)),
      UniqueViolation,
    )
    await assert.rejects(db.run(sql`select pg_sleep(20)`), { status: 503 })
  } finally {
    await db.close()
    await bouncer.stop()
    await admin.query(`drop table ${table}`)
    await admin.end()
  }
})
