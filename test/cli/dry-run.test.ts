import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dryRun } from '../../src/platform/db/dry-run.ts'
import { type Migration, readMigrations } from '../../src/platform/db/migration-files.ts'
import { dumpSchema } from '../support/dump-schema.ts'
import { openParts } from '../support/parts.ts'
import { isPostgres } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const { db } = (await openParts()).deps
const known = await readMigrations()

/** The next migration would be this script. */
const tryOut = (script: string) => {
  const next: Migration = { version: known.length + 1, name: 'next.sql', script, minVersion: 8 }
  return dryRun(db, [...known, next])
}

const dump = () =>
  dumpSchema({
    query: async (text) => ({
      rows: await many<{ ddl: string }>(db, { name: 'a test', parts: [text], values: [] }),
    }),
  })

test('each statement reports the strongest lock it takes, and whether it reads or rewrites the table', async () => {
  const expected: [
    statement: string,
    ...locks: [table: string, lock: string, work?: 'scans' | 'rewrites'][],
  ][] = [
    ['alter table users add column note text;', ['users', 'ACCESS EXCLUSIVE']],
    // what an earlier statement has locked is told again
    ['alter table users alter column note set not null;', ['users', 'ACCESS EXCLUSIVE', 'scans']],
    ['alter table users alter column epoch type bigint;', ['users', 'ACCESS EXCLUSIVE', 'rewrites']],
    [
      'alter table users add column at timestamptz default clock_timestamp();',
      ['users', 'ACCESS EXCLUSIVE', 'rewrites'],
    ],
    ['create index on events (type);', ['events', 'SHARE', 'scans']],
    ["update emails set typed = '';", ['emails', 'ROW EXCLUSIVE', 'scans']],
    [
      "delete from attempts where subject = '00000000-0000-0000-0000-000000000000';",
      ['attempts', 'ROW EXCLUSIVE'],
    ],
    ['create table notes (user_id uuid primary key references users);', ['users', 'SHARE ROW EXCLUSIVE']],
    ['alter table notes add column note text;'],
    ['drop table deprecated_calls;', ['deprecated_calls', 'ACCESS EXCLUSIVE']],
    [
      "do $$ begin execute 'alter table passwords add column note text'; end $$;",
      ['passwords', 'ACCESS EXCLUSIVE'],
    ],
    ["comment on table mail_links is 'a; b';", ['mail_links', 'SHARE UPDATE EXCLUSIVE']],
  ]
  const { pending } = await tryOut(expected.map(([statement]) => statement).join('\n'))
  assert.deepEqual(
    pending[0]?.steps.map(({ sql, locks }) => [
      sql,
      ...locks.map(({ table, lock, scans, rewrites }) => [
        table,
        lock,
        ...(rewrites ? ['rewrites'] : scans ? ['scans'] : []),
      ]),
    ]),
    expected,
  )
})

test('sizes are those of the real tables', async () => {
  await db.run(sql`
    insert into attempts (subject, kind, count, since, last_at)
    select gen_random_uuid(), 'a', 1, now(), now() from generate_series(1, 2000)`)
  await db.script('analyze attempts')
  const { pending } = await tryOut('alter table attempts add column note text;')
  const [{ rows, bytes = 0 } = {}] = pending[0]?.steps[0]?.locks ?? []
  assert.equal(rows, 2_000)
  assert.ok(bytes > 100_000 && bytes < 1_000_000, `${bytes}`)
})

test('a dry run changes nothing and leaves nothing behind, even if a migration fails', async () => {
  const before = await dump()
  await tryOut('alter table users add column note text;')
  await assert.rejects(tryOut('alter table users add column note text; select 1 / 0;'), /division by zero/)
  assert.equal(await dump(), before)
  assert.equal((await many(db, sql`select from migrations where name = 'next.sql'`)).length, 0)
  assert.equal(
    (await many(db, sql`select from pg_namespace where nspname like 'sallyport_dry_run%'`)).length,
    0,
  )
})

test('simultaneous dry runs do not interfere', async () => {
  const tried = await Promise.all([1, 2, 3].map(() => tryOut('alter table users add column note text;')))
  for (const { pending } of tried) assert.equal(pending[0]?.steps[0]?.locks[0]?.table, 'users')
})

test('a dry run neither waits for writers nor delays them', { skip: !isPostgres }, async () => {
  const tables = await many<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  await db.transaction(async (runner) => {
    await runner.script(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`)
    await tryOut('alter table users add column note text;')
  })
})
