import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { atEnd } from '../support/at-end.ts'
import { runCli, startCli } from '../support/cli.ts'
import { newEmail } from '../support/people.ts'
import { isPostgres, newDatabase, testSecretKey } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const settings: Environment = { SECRET_KEY: testSecretKey, ...(await newDatabase()) }
const folder = await mkdtemp(join(tmpdir(), 'sallyport-import-'))
atEnd(() => rm(folder, { recursive: true }))

// each start of the embedded database takes seconds on a busy machine
const [people, kills] = isPostgres || process.env.FAULTS === 'long' ? [15_000, 20] : [5_000, 6]
/** One line in a thousand. */
const bad = people / 1_000

test('an import that is killed again and again brings each person once, and its report has each line once', async () => {
  const path = join(folder, 'people.jsonl')
  const lines = Array.from({ length: people }, (_, at) => ({
    ...{ email: at % 1_000 === 7 ? 'nonsense' : newEmail(), emailVerified: true, externalId: `killed ${at}` },
    identities: [{ provider: 'google', subject: `killed ${at}` }],
  }))
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const report = join(folder, 'report.jsonl')
  const sizeOf = async () => (await stat(report).catch(() => undefined))?.size ?? 0
  for (let nth = 0; nth < kills; nth++) {
    const before = await sizeOf()
    const child = startCli(settings, 'import', path, '--report', report)
    const ended = once(child, 'exit')
    // something more is committed by then, or about to be, and more is under way
    const isOver = () => child.exitCode !== null || child.signalCode !== null
    while (!isOver() && (await sizeOf()) <= before) await sleep(20)
    await sleep(randomInt(150))
    child.kill('SIGKILL')
    await ended
  }
  const { stdout, stderr } = runCli(settings, 'import', path, '--report', report)
  assert.match(stderr, /Going on at line \d+|nothing is left of it/)
  const whole = `${(people - bad).toLocaleString('en')} imported, 0 skipped, ${bad} failed.`
  if (!/nothing is left of it/.test(stderr)) assert.ok(stdout.startsWith(whole), `${stdout}${stderr}`)
  const told = (await readFile(report, 'utf8')).trimEnd().split('\n')
  assert.deepEqual(
    told.map((line) => JSON.parse(line)).map(({ line, outcome }) => [line, outcome]),
    lines.map(({ email }, at) => [at + 1, email === 'nonsense' ? 'failed' : 'imported']),
  )
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = settings
  const db = await openDatabase({ databaseUrl, dataDir }, () => {})
  try {
    for (const counted of [
      sql`select count(*)::integer as count from users`,
      sql`select count(*)::integer as count from emails`,
      sql`select count(*)::integer as count from email_owners`,
      sql`select count(*)::integer as count from external_id_owners`,
      sql`select count(*)::integer as count from identities`,
      sql`select count(*)::integer as count from events where type = 'user.imported'`,
      sql`select coalesce((counts ->> 'imported')::integer, 0) as count from imports`,
    ])
      assert.deepEqual(await many(db, counted), [{ count: people - bad }])
  } finally {
    await db.close()
  }
})
