import assert from 'node:assert/strict'
import type { Statement } from '../../src/platform/db/sql.ts'
import { feedAll } from './feed.ts'
import { isShared, type TestService } from './service.ts'
import { many, sql } from './sql.ts'

type Within = Pick<TestService, 'deps'>
type OnDatabase = { deps: Pick<TestService['deps'], 'db'> }

/** Written behind the answers, at any moment. */
const behind = ['refusals', 'unowned_refusals']

const workersOwn = ['outbox_attempts', 'unfed', 'feed', 'feed_position', ...behind]

/**
 * How many rows each table has, except migrations and workers' own tables: `{ users: 1, … }`. Notices of past events
 * are included.
 * @throws for a service shared with other files, whose rows are swept at any moment
 */
export const countRows = async ({ deps }: Within): Promise<Record<string, number>> => {
  assert.ok(!isShared({ deps }), 'rows are counted where nobody else leaves any')
  await feedAll(deps)
  const counts = await Promise.all(
    (await tables({ deps, but: workersOwn })).map(async (name) => {
      const [row] = await many<{ count: number }>(
        deps.db,
        named`select count(*)::integer as count from ${name}`,
      )
      return [name, row?.count ?? 0] as const
    }),
  )
  return Object.fromEntries(counts)
}

/** Every row of every table as text, bytes in hexadecimal. */
export const dumpRows = async ({ deps }: OnDatabase): Promise<string> => {
  const dumps = await Promise.all(
    (await tables({ deps })).map(async (name) => {
      const rows = await many<{ line: string }>(deps.db, named`select t::text as line from ${name} as t`)
      // several servers answer in any order
      return rows.map(({ line }) => `${name} ${line}`).sort()
    }),
  )
  return dumps.flat().join('\n')
}

/** The same without what is written behind the answers of a moment ago: for two dumps that are compared. */
export const dumpStillRows = async (on: OnDatabase): Promise<string> => {
  const lines = (await dumpRows(on)).split('\n')
  return lines.filter((line) => !behind.some((table) => line.startsWith(`${table} `))).join('\n')
}

/** Which tables have a row that names this user. Events are not theirs: `events` and their feed are left out. */
export const tablesNaming = async (service: Within, userId: string): Promise<string[]> => {
  const lines = (await dumpRows(service)).split('\n').filter((line) => line.includes(userId))
  const names = new Set(lines.map((line) => line.split(' ')[0] ?? ''))
  return [...names].filter((name) => !['events', 'unfed', 'feed'].includes(name))
}

const tables = async ({ deps, but = [] }: OnDatabase & { but?: string[] }): Promise<string[]> => {
  const rows = await many<{ name: string }>(
    deps.db,
    sql`
      select table_name as name
      from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
      order by table_name`,
  )
  return rows.map(({ name }) => name).filter((name) => !but.includes(name))
}

/** Table names cannot be parameters. Those here come from the catalogue. */
const named = ([before = '', behind = '']: TemplateStringsArray, name: string): Statement<never> => ({
  name: 'a test',
  parts: [`${before}"${name}"${behind}`],
  values: [],
})
