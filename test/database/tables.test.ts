import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { jobs, modules, spread } from '../../src/modules.ts'
import type { Db, Runner } from '../../src/platform/db/db.ts'
import { onCoordinator } from '../../src/platform/db/spreading/spread.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { openParts } from '../support/parts.ts'
import { tables } from '../support/schema.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const names = tables.map(({ name }) => name)

/** Those that no module owns: they are about the database itself. */
const OF_PLATFORM = ['key_ids', 'migrations', 'row_keys']

/** A table's name in the SQL of somebody who does not own it. Each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  'src/web/health/queries.ts key_ids': 'a commit has to write something, and this row is always there',
  'src/platform/db/in-use.ts users': 'asked before anything is set up: whether the database was ever used',
  'src/messages/outbox/queries/delivery.ts attempts': 'a column of its own',
  'src/messages/webhooks/queries/waiting.ts attempts': 'a column of its own',
  'src/messages/outbox/queries/given-up.ts attempts': 'a column of its own',
  'src/flows/account/queries.ts passkeys': 'a column of its own',
  'src/flows/account/queries.ts users': 'a column of the statement around it',
  'src/flows/moving/export/queries.ts users': 'a column of the statement around it',
  'src/flows/moving/export/queries.ts identities': 'a column of its own',
}

/** Tables that say when, and forget nothing by the clock alone. */
const KEPT: Record<string, string> = {
  users: 'until its owner leaves',
  emails: 'with the user',
  passwords: 'with the user',
  totp_factors: 'with the user',
  passkeys: 'with the user',
  backup_codes: 'until new ones are made',
  identities: 'until it is unlinked',
  account_deletions: 'its job removes the account',
  invitations: 'its job closes the account',
  two_factor_resets: 'its job removes the factor',
  operators: 'until they are removed',
  outbox_attempts: 'with what was to be delivered',
  webhooks: 'until it is removed',
  webhook_waiting: 'until it is delivered, or given up after three days',
  key_ids: 'a month after the key has left, at a start',
  migrations: 'for ever',
}

const ownerOf = new Map(
  globSync('src/**/index.ts', { cwd: root }).flatMap((file) => {
    const [, list = ''] = /^ {2}tables: \[(.*?)\]/ms.exec(read(file)) ?? []
    return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => [name, dirname(file)] as const)
  }),
)

test('every table has one owner', () => {
  const owned = modules.flatMap(({ tables: own = [] }) => own)
  assert.deepEqual([...owned, ...OF_PLATFORM].sort(), [...names].sort())
  assert.deepEqual([...ownerOf.keys()].sort(), [...owned].sort())
})

test('every table has its place on several servers, by a column that all its keys have', () => {
  assert.deepEqual(Object.keys(spread).sort(), [...names].sort())
  for (const { name, lines } of tables) {
    const column = spread[name]
    if (column === onCoordinator) continue
    const keys = [...lines.matchAll(/(?:PRIMARY KEY|UNIQUE) \((.*?)\)/g)].map(([, key = '']) =>
      key.split(', '),
    )
    for (const key of keys) assert(key.includes(`${column}`), `${name}: ${key}`)
  }
})

test("a table is named only in its owner's SQL", () => {
  const all = globSync('{src,cli}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  // nothing else can write SQL
  const files = all.filter((file) => /\b(sql|db)\.ts'/.test(read(file)))
  const strangers = files.flatMap((file) =>
    namedIn(read(file))
      .filter((name) => !file.startsWith(`${ownerOf.get(name) ?? 'src/platform/db'}/`))
      .map((name) => `${file} ${name}`),
  )
  assert.deepEqual(
    strangers.filter((each) => !EXCEPTIONS[each]),
    [],
  )
  assert.deepEqual(namedIn('const a = query("x")`select from users`; sql`join emails on true`'), [
    'users',
    'emails',
  ])
})

test('every table with expiring rows is swept', async () => {
  const { deps } = await openParts()
  const swept = new Set<string>()
  const on = (runner: Runner): Runner => ({
    ...runner,
    run: (statement) => {
      // over several servers, it looks first whether anything is there
      const [, name] = /^(?:sweep|look for dead) (\w+)$/.exec(statement.name) ?? []
      if (name) swept.add(name)
      return runner.run(statement)
    },
  })
  const db: Db = {
    ...on(deps.db),
    transaction: (work) => deps.db.transaction((runner) => work(on(runner))),
    close: deps.db.close,
  }
  await runJobs({ ...deps, db }, jobs)
  const forgetful = tables.filter(({ name, lines }) => lines.includes('timestamp') && !KEPT[name])
  assert.deepEqual([...swept].sort(), forgetful.map(({ name }) => name).sort())
})

function namedIn(source: string): string[] {
  const statements = [...source.matchAll(/(?:\bsql|\)|>)`([^`]*)`/g)].map(([, text = '']) => text)
  const words = statements.flatMap(
    (text) => text.replace(/"[^"]*"|'[^']*'/g, '').match(/(?<![.$])\b[a-z_]+\b/g) ?? [],
  )
  return [...new Set(words)].filter((word) => names.includes(word))
}
