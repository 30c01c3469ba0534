import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { spread } from '../../src/modules.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migration-files.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { distribute, spreadAdded } from '../../src/platform/db/spreading/distribute.ts'
import { atEnd } from '../support/at-end.ts'
import { joinServers } from '../support/citus.ts'
import { runCli, startCli } from '../support/cli.ts'
import { query } from '../support/cluster.ts'
import { get } from '../support/http.ts'
import { register } from '../support/people.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { databaseOn, onEach } from '../support/servers.ts'
import { isCitus, isPostgres, newDatabase, newEmptyDatabase, startTestService } from '../support/service.ts'

const skip = isCitus ? false : 'TEST_DATABASE_URL is no coordinator of Citus'
const servers = (process.env.TEST_SERVERS ?? '').split(' ')
const few = '-c citus.shard_count=4'

/** A migrated database on all servers that nobody has spread. */
const newJoined = async ({ joins = true } = {}): Promise<string> => {
  const name = `${process.env.TEST_TEMPLATE}_${randomBytes(6).toString('hex')}`
  await onEach(servers, `create database ${name}`)
  atEnd(() => onEach(servers, `drop database if exists ${name} with (force)`))
  if (joins) await joinServers(servers, name)
  else await query(databaseOn(`${servers[0]}`, name), 'create extension citus')
  const url = databaseOn(`${servers[0]}`, name)
  const db = openPostgres(url, () => {})
  await migrate(db).finally(() => db.close())
  return url
}

const withFew = (url: string) => `${url}?options=${encodeURIComponent(few)}`

const users = 5_000
const fill = (url: string) =>
  query(
    url,
    `insert into users (id) select gen_random_uuid() from generate_series(1, ${users});
     insert into events (user_id, type, outcome) select id, 'a test', 'success' from users, generate_series(1, 3);
     insert into passwords (user_id, phc, pepper_id) select id, 'x', 'x' from users`,
  )

const countRows = async (url: string) => {
  const [row] = await query(
    url,
    `select count(*)::integer as events, count(distinct events.user_id)::integer as users
     from events
     join users on users.id = user_id
     join passwords on passwords.user_id = users.id`,
  )
  return row
}

const spreadTablesOf = async (url: string) => {
  const rows = await query(
    url,
    "select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'",
  )
  return rows.map(({ name }) => `${name}`).sort()
}

const wanted = Object.keys(spread)
  .filter((table) => spread[table] !== null)
  .sort()

test('without DATABASE_URL, distribute is refused', () => {
  const { status, stderr } = runCli({}, 'distribute')
  assert.equal(status, 1)
  assert.match(stderr, /DATABASE_URL is not set/)
})

test('a database without Citus is left alone', { skip: !isPostgres || isCitus }, async () => {
  const { status, stderr } = runCli(await newDatabase(), 'distribute')
  assert.equal(status, 1)
  assert.match(stderr, /has no Citus\. Run "create extension citus"/)
})

test('missing preparations are named, with what to do', { skip }, async () => {
  const refused = (url: string, why: RegExp) => {
    const { status, stderr } = runCli({ DATABASE_URL: url }, 'distribute')
    assert.equal(status, 1)
    assert.match(stderr, why)
  }
  refused(await newJoined({ joins: false }), /knows no worker .* citus_add_node/)
  const empty = (await newEmptyDatabase()).DATABASE_URL ?? ''
  await query(empty, 'create extension citus')
  refused(empty, /0001-users\.sql.* are pending\b|These migrations are pending: 0001/)

  const url = await newJoined()
  const pooler = await startPgBouncer(new URL(servers[0] ?? ''))
  if (pooler) {
    refused(
      Object.assign(new URL(pooler.url), { pathname: new URL(url).pathname }).href,
      /leads to PgBouncer/,
    )
    await pooler.stop()
  }
  const role = `sallyport_${randomBytes(4).toString('hex')}`
  await query(url, `create role ${role} login`)
  atEnd(() => query(url, `drop owned by ${role}; drop role ${role}`))
  await query(url, `grant select on migrations to ${role}`)
  refused(Object.assign(new URL(url), { username: role }).href, /doesn't own the tables/)
  const worker = databaseOn(`${servers[1]}`, new URL(url).pathname.slice(1))
  refused(worker, /migrations are pending|leads to a worker/)

  const service = openPostgres(url, () => {})
  await service.script('select 1')
  refused(url, /The service is connected \(1 connection.*Stop every process/)
  await service.close()
  assert.deepEqual(await spreadTablesOf(url), [])
})

test('a dry run changes nothing, and lists what would be done to each table', { skip }, async () => {
  const url = await newJoined()
  await fill(url)
  await query(url, 'analyze')
  const { status, stdout } = runCli({ DATABASE_URL: url }, 'distribute', '--dry-run')
  assert.equal(status, 0)
  assert.match(stdout, /^users +5,000 +[\d,]+ kB +spread by id$/m)
  assert.match(stdout, /^events +15,000 +[\d,]+ kB +spread by user_id$/m)
  assert.deepEqual(await spreadTablesOf(url), [])
})

test('every row survives, and a killed run resumes where it stopped', { skip }, async () => {
  const url = await newJoined()
  await fill(url)
  const first = startCli({ DATABASE_URL: withFew(url) }, 'distribute')
  let said = ''
  first.stderr.on('data', (chunk) => {
    said += chunk
    if (/^9 of/m.test(said)) first.kill('SIGKILL')
  })
  await once(first, 'exit')
  await query(
    url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'sallyport' and datname = current_database()`,
  )
  const done = await spreadTablesOf(url)
  assert(done.length >= 8 && done.length < wanted.length, `${done.length}`)
  const again = runCli({ DATABASE_URL: withFew(url) }, 'distribute')
  assert.equal(again.status, 0, again.stderr)
  assert.match(again.stdout, new RegExp(`^${wanted.length - done.length} tables are spread`))
  assert.deepEqual(await spreadTablesOf(url), wanted)
  assert.deepEqual(await countRows(url), { events: users * 3, users })
  const [{ bytes } = {}] = await query(
    url,
    "select pg_relation_size('events') + pg_relation_size('users') as bytes",
  )
  assert.equal(Number(bytes), 0)
  assert.match(runCli({ DATABASE_URL: url }, 'distribute').stdout, /^Every table is spread already\./)
  assert.match(
    runCli({ DATABASE_URL: url }, 'distribute', '--dry-run').stdout,
    /^users .* nothing: it is spread already$/m,
  )
})

test('a table added by a later migration is distributed by migrating', { skip }, async () => {
  const url = withFew(await newJoined())
  const before = openPostgres(url, () => {})
  await distribute(before, spread).finally(() => before.close())
  const db = openPostgres(url, () => {})
  atEnd(() => db.close())
  const known = await readMigrations()
  const script =
    'create table later (user_id uuid primary key references users (id) on delete cascade); alter table users add later integer'
  const name = `${`${known.length + 1}`.padStart(4, '0')}-later.sql`
  await migrate(db, [...known, { version: known.length + 1, name, script, minVersion: undefined }])
  await spreadAdded(db, { ...spread, later: 'user_id' })
  assert((await spreadTablesOf(url)).includes('later'))
})

test('existing sessions survive the distribution', { skip }, async () => {
  const url = await newJoined()
  const before = await startTestService({ DATABASE_URL: url })
  const { accessToken } = await register(before)
  await before.stop()
  assert.equal(runCli({ DATABASE_URL: withFew(url) }, 'distribute').status, 0)
  const service = await startTestService({ DATABASE_URL: url })
  assert.equal((await get(service, '/users/me', accessToken)).status, 200)
  assert.equal((await get(service, '/health/ready')).status, 200)
})
