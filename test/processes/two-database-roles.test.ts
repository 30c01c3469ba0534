import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { jobs, rights } from '../../src/modules.ts'
import { renewGrants } from '../../src/platform/db/grants.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migration-files.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { backUpOf, blankFolder, restoreInto } from '../support/back-ups.ts'
import { childEnvironment } from '../support/child.ts'
import { runCli } from '../support/cli.ts'
import { query, startCluster } from '../support/cluster.ts'
import { doAll } from '../support/do-all.ts'
import { blocksOf, newGuideShell } from '../support/guide-shell.ts'
import { get } from '../support/http.ts'
import { register, signIn } from '../support/people.ts'
import { countRows } from '../support/rows.ts'
import { isPostgres, startTestService, type TestService, testSecretKey } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startProcess } from '../support/start.ts'
import { shiftRows } from '../support/time.ts'

/** By the guide, on a server of its own. */
const install = async () => {
  const cluster = await startCluster()
  after(() => cluster.stop())
  const { host } = new URL(cluster.url)
  const [statements = ''] = await blocksOf('two-database-roles', 'sql')
  for (const statement of statements.trim().split('\n')) await query(cluster.url, statement)
  const here = (await blocksOf('two-database-roles', 'sh')).map((block) => block.replace('db.internal', host))
  const [migrating = '', serving = '', upgrading = ''] = here
  const shell = await newGuideShell()
  const run = (block: string) => shell.run(block, childEnvironment({}))
  await run(migrating)
  const [owner = '', server = ''] = [migrating, serving].map((block) => /DATABASE_URL=(\S+)/.exec(block)?.[1])
  const superuser = `postgres://postgres@${host}/sallyport`
  return { superuser, owner, serving: server, upgrade: () => run(upgrading) }
}

const skip = !isPostgres
const urls = skip ? { superuser: '', owner: '', serving: '', upgrade: async () => '' } : await install()
const asOwner = (text: string) => query(urls.owner, text)

/** One connection, one statement after the other, none of them prepared. */
const attempt = async (text: string): Promise<string> => {
  const client = new pg.Client(urls.serving)
  await client.connect()
  return client
    .query(text)
    .then(
      () => 'done',
      ({ message }: Error) => message,
    )
    .finally(() => client.end())
}

const appended = /^events are append-only$/
const forget = "update events set session_id = null, address = null, detail = '{}', reason = null"

const start = () => startTestService({ DATABASE_URL: urls.serving })

const happenDaysAgo = (userId: string, ...days: number[]) =>
  asOwner(`
    insert into events (user_id, type, outcome, at)
    select '${userId}', 'sign_in.refused', 'refused', now() - make_interval(days => days)
    from unnest(array[${days}]) as days`)

const failuresOf = ({ logs }: TestService) =>
  logs.map((line) => JSON.parse(line)).filter(({ level }) => ['error', 'fatal'].includes(level))

test('everything that people and operators do works as the serving role', { skip }, async () => {
  const service = await start()
  const { staying, leaving } = await doAll(service)
  await shiftRows(service, 7 * 86_400 + 1)
  await happenDaysAgo(staying.userId, 399, 401)
  const { events: before = 0 } = await countRows(service)
  await runJobs(service.deps, jobs)
  const { events: left } = await countRows(service)
  // the one of 401 days is gone, and that an account was deleted came
  assert.equal(left, before)
  const [gone] = await many<{ told: number }>(
    service.deps.db,
    sql`select count(address)::integer as told from events where user_id = ${leaving.userId}`,
  )
  assert.equal(gone?.told, 0)
  assert.equal((await signIn(service, leaving)).status, 401)
  assert.deepEqual(failuresOf(service), [])
})

test('a service with a shorter retention keeps events for as long as the owner says', {
  skip,
}, async () => {
  const service = await startTestService({ DATABASE_URL: urls.serving, EVENTS_DAYS: '30' })
  const { userId } = await register(service)
  await happenDaysAgo(userId, 29, 31, 399, 401)
  const { events: before = 0 } = await countRows(service)
  await runJobs(service.deps, jobs)
  assert.equal((await countRows(service)).events, before - 1)
  assert.deepEqual(failuresOf(service), [])
})

test('forbidden actions of the serving role are refused', { skip }, async () => {
  const { userId } = await register(await start())
  const denied = /^(permission denied|must be owner|must be able to SET ROLE)/
  const old = (days: number) => `begin; set local sallyport.delete_events_after_days = '${days}'`
  for (const [text, why] of [
    ['drop table events', denied],
    ['drop table unfed', denied],
    ['drop schema public cascade', denied],
    ['drop function refuse_change() cascade', denied],
    ['alter table users add column note text', denied],
    ['alter table events disable trigger all', denied],
    ['alter function refuse_young_deletion() set search_path = pg_temp', denied],
    ['create table notes (note text)', denied],
    ['create schema notes', denied],
    ['create temp table users (id uuid)', denied],
    ['create function now() returns timestamptz language sql as $$ select null $$', denied],
    ['create trigger mine before insert on users for each row execute function refuse_change()', denied],
    ['truncate events', denied],
    ['truncate users cascade', denied],
    ["update events set type = 'x'", denied],
    ["update events set at = now() - interval '500 days'", denied],
    [
      `insert into events (user_id, type, outcome, at) values ('${userId}', 'x', 'success', '2020-01-01')`,
      denied,
    ],
    [forget, appended],
    ['delete from events', appended],
    [`${old(1)}; delete from events`, appended],
    [`${old(400)}; delete from events`, appended],
    ['update event_retention set least_days = 1', denied],
    ['set session_replication_role = replica', denied],
    ['set role sallyport', denied],
    ['set session authorization sallyport', denied],
    ['grant sallyport to sallyport_serve', /denied|must have/],
    ["update migrations set name = 'x'", denied],
    ['create role other', denied],
    ['select * from pg_authid', denied],
  ] as const)
    assert.match(await attempt(text), why, text)
  assert.equal((await asOwner('select least_days from event_retention'))[0]?.least_days, 400)
})

const nobody = '00000000-0000-0000-0000-000000000000'

const tellingOf = async (userId: string) =>
  Number((await asOwner(`select count(address) from events where user_id = '${userId}'`))[0]?.count)

test('a user erased by the serving role is gone for good, and nobody else can be erased', {
  skip,
}, async () => {
  const service = await start()
  const { userId } = await register(service)
  const other = await register(service)
  await asOwner(
    `insert into events (user_id, type, outcome, address) values ('${nobody}', 'x', 'refused', '192.0.2.1')`,
  )
  const whose = `where user_id = '${userId}'`
  const leave = `delete from users where id = '${userId}'`
  const depart = `insert into departed_users (user_id) values ('${userId}')`
  const comeBack = `insert into users (id) values ('${userId}')`
  const before = await tellingOf(userId)
  assert.ok(before > 0)
  for (const [text, why] of [
    [`begin; ${leave}; ${forget} ${whose}; ${comeBack}; commit`, appended],
    [`begin; ${depart}; ${forget} ${whose}; commit`, appended],
    [`begin; ${leave}; ${depart}; ${forget} ${whose}; ${comeBack}; commit`, /does not come back/],
    [
      `begin; ${leave}; ${depart}; ${forget} ${whose}; update users set id = '${userId}' where id = '${other.userId}'; commit`,
      /does not come back/,
    ],
    [`begin isolation level repeatable read; select 1; ${leave}; ${comeBack}; commit`, /read committed/],
    [
      `begin; ${leave}; update departed_users set user_id = '${userId}'; ${forget} ${whose}; commit`,
      appended,
    ],
    [
      `begin; insert into departed_users (user_id) values ('${nobody}'); ${forget} where user_id = '${nobody}'; commit`,
      appended,
    ],
    ['delete from gone_users', /^permission denied/],
    ["update gone_users set digest = ''", /^permission denied/],
    ['truncate gone_users', /^permission denied/],
    ['drop trigger users_gone on users', /^must be owner/],
  ] as const)
    assert.match(await attempt(text), why, text)
  assert.equal(await tellingOf(userId), before)
  assert.equal((await asOwner(`select from users where id = '${userId}'`)).length, 1)
  assert.ok((await tellingOf(nobody)) > 0)
})

test('an id cannot come back while its events are being erased', { skip }, async () => {
  const { userId } = await register(await start())
  const [leaving, coming] = [new pg.Client(urls.serving), new pg.Client(urls.serving)]
  await Promise.all([leaving.connect(), coming.connect()])
  try {
    await leaving.query(`
      begin;
      delete from users where id = '${userId}';
      insert into departed_users (user_id) values ('${userId}');
      ${forget} where user_id = '${userId}'`)
    const back = coming.query(`insert into users (id) values ('${userId}')`).then(
      () => 'is back',
      ({ message }: Error) => message,
    )
    await sleep(300)
    await leaving.query('commit')
    assert.match(await back, /does not come back/)
  } finally {
    await Promise.all([leaving.end(), coming.end()])
  }
})

test('an event is dated when it is written, however long its transaction has been open', {
  skip,
}, async () => {
  const { userId } = await register(await start())
  const insert = `insert into events (user_id, type, outcome) values ('${userId}', 'late', 'success')`
  assert.equal(await attempt(`begin; select pg_sleep(2); ${insert}; commit`), 'done')
  const [row] = await asOwner(`
    select extract(epoch from clock_timestamp() - at) as ago from events
    where user_id = '${userId}' and type = 'late'`)
  assert.ok(Number(row?.ago) < 1.5, `${row?.ago} s ago`)
})

test('temporary tables of the role cannot change events', { skip }, async () => {
  await register(await start())
  await query(urls.superuser, 'grant temp on database sallyport to sallyport_serve')
  for (const text of [
    `create temp table users (id uuid); ${forget}`,
    'create temp table event_retention as select -1 as least_days; set sallyport.delete_events_after_days = -1; delete from events',
  ])
    assert.match(await attempt(text), appended)
})

test('every table has rights, and the role has exactly these', { skip }, async () => {
  const rows = await asOwner(`
    select relname as name, string_agg(lower(privilege_type), ',' order by privilege_type) as has
    from pg_class
    left join aclexplode(relacl) as acl on acl.grantee = 'sallyport_serve'::regrole
    where relnamespace = 'public'::regnamespace and relkind = 'r'
    group by relname`)
  const wanted = Object.entries(rights).map(([name, each]) => [
    name,
    each
      .filter((right) => !right.includes(' '))
      .sort()
      .join(),
  ])
  assert.deepEqual(rows.map(({ name, has }) => [name, has]).sort(), wanted.sort())
})

test('a service as the serving role is ready only with every right', { skip }, async () => {
  for (const right of ['insert', 'delete']) {
    await asOwner(`revoke ${right} on events from sallyport_serve`)
    assert.equal((await get(await start(), '/health/ready')).status, 503, right)
    assert.equal(runCli({ DATABASE_URL: urls.owner }, 'migrate').status, 0)
    assert.equal((await get(await start(), '/health/ready')).status, 200)
  }
})

test('operators’ commands work as the serving role', { skip }, async () => {
  const environment = { DATABASE_URL: urls.serving, SECRET_KEY: testSecretKey }
  const { email } = await register(await start())
  for (const args of [
    ['migrate'],
    ['users', 'find'],
    ['users', 'disable', email, '--reason', 'a test'],
    ['users', 'delete', email, '--reason', 'a test', '--now'],
    ['acts'],
    ['keys', 'add', 'shop', '--scope', 'introspect'],
    ['deprecations'],
  ]) {
    const { status, stderr } = runCli(environment, ...args)
    assert.equal(status, 0, `${args.join(' ')}: ${stderr}`)
  }
})

test('an outdated database is left alone, and one line says who can help', { skip }, async () => {
  const [last] = await asOwner(
    'delete from migrations where version = (select max(version) from migrations) returning *',
  )
  const { said, ended } = startProcess({ DATABASE_URL: urls.serving, SECRET_KEY: testSecretKey })
  assert.equal(await ended, 1)
  assert.match(
    said.stderr,
    /^The database lacks 1 of .* the role sallyport_serve may not .* "npx sallyport migrate" .*\n$/,
  )
  const dry = runCli({ DATABASE_URL: urls.serving }, 'migrate', '--dry-run')
  assert.equal(dry.status, 0)
  assert.match(
    dry.stdout,
    /^-- Its locks could not be measured: permission denied .*\.\n\n-- \d{4}-.*;\n\n$/s,
  )
  assert.doesNotMatch(dry.stdout, /-->/)
  await query(
    urls.owner,
    `insert into migrations (version, name, min_version) values (${last?.version}, '${last?.name}', ${last?.min_version})`,
  )
})

test('migrating again grants new rights to the serving role', { skip }, async () => {
  await asOwner('revoke all on unfed from sallyport_serve')
  assert.equal(await urls.upgrade(), 'The database is up to date.\n')
  assert.equal(await attempt('select from unfed'), 'done')
})

test('processes that migrate at the same moment grant one after the other', { skip }, async () => {
  const db = openPostgres(urls.owner, () => {})
  await Promise.all(Array.from({ length: 8 }, () => renewGrants(db, rights))).finally(() => db.close())
})

test('granting revokes excess rights, and is refused if that is not enough', { skip }, async () => {
  const serveAs = (role: string) => runCli({ DATABASE_URL: urls.owner }, 'migrate', '--serve-as', role)
  await asOwner(
    'grant all on events to sallyport_serve; grant create on schema public to public, sallyport_serve',
  )
  assert.equal(serveAs('sallyport_serve').status, 0)
  for (const text of ['truncate events', 'create table notes (note text)'])
    assert.match(await attempt(text), /denied/)
  for (const [make, unmake, why] of [
    [
      'grant sallyport to sallyport_serve',
      'revoke sallyport from sallyport_serve',
      /is a member of sallyport/,
    ],
    ['alter role sallyport_serve superuser', 'alter role sallyport_serve nosuperuser', /is a superuser/],
    ['alter role sallyport_serve createrole', 'alter role sallyport_serve nocreaterole', /may create roles/],
    [
      'grant pg_write_all_data to sallyport_serve',
      'revoke pg_write_all_data from sallyport_serve',
      /other rights to .*events/,
    ],
    [
      'grant set on parameter session_replication_role to sallyport_serve',
      'revoke set on parameter session_replication_role from sallyport_serve',
      /turn off triggers/,
    ],
    [
      'grant create on database sallyport to sallyport_serve',
      'revoke create on database sallyport from sallyport_serve',
      /create schemas/,
    ],
    [
      // not by inheritance, but by "set role"
      'grant postgres to sallyport_serve',
      'revoke postgres from sallyport_serve',
      /is a superuser, or can become one/,
    ],
    [
      'grant pg_execute_server_program to sallyport_serve',
      'revoke pg_execute_server_program from sallyport_serve',
      /may run programs or write files on the server/,
    ],
    [
      'alter function refuse_change() owner to sallyport_serve',
      'alter function refuse_change() owner to sallyport',
      /owns a part of the database/,
    ],
    [
      'create role other; grant truncate on events to other; alter role sallyport_serve noinherit; grant other to sallyport_serve',
      'drop owned by other; drop role other; alter role sallyport_serve inherit',
      /other rights to events/,
    ],
    [
      'grant update (at) on events to public',
      'revoke update (at) on events from public',
      /other rights to events/,
    ],
    [
      'grant truncate on events to public',
      'revoke truncate on events from public',
      /other rights to .*events/,
    ],
  ] as const) {
    await query(urls.superuser, make)
    const { status, stderr } = serveAs('sallyport_serve')
    await query(urls.superuser, unmake)
    assert.equal(status, 1, make)
    assert.match(stderr, /sallyport_serve can do more than serve: it /)
    assert.match(stderr, why)
  }
  assert.match(serveAs('nobody_at_all').stderr, /There is no role nobody_at_all\. Create it first\./)
})

test('a service that migrates as the owner grants new rights, too', { skip }, async () => {
  await query(urls.superuser, 'create database older owner sallyport')
  const older = Object.assign(new URL(urls.owner), { pathname: 'older' }).href
  const db = openPostgres(older, () => {})
  await migrate(db, (await readMigrations()).slice(0, -1))
  await db.script('grant update on key_ids to sallyport_serve')
  await db.close()
  await startTestService({ DATABASE_URL: older })
  const [row] = await query(older, "select has_table_privilege('sallyport_serve', 'users', 'select') as may")
  assert.equal(row?.may, true)
})

test('the serving role may read what a back-up needs', { skip }, async () => {
  const serving = { DATABASE_URL: urls.serving, SECRET_KEY: testSecretKey }
  const target = await blankFolder()
  await restoreInto(target, await backUpOf(serving))
})
