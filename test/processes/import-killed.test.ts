import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { atEnd } from '../support/at-end.ts'
import { runCli, startCli } from '../support/cli.ts'
import { newEmail } from '../support/people.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const settings: Environment = { SECRET_KEY: testSecretKey, ...(await newDatabase()) }
const folder = await mkdtemp(join(tmpdir(), 'sallyport-import-'))
atEnd(() => rm(folder, { recursive: true }))

const [people, kills] = [15_000, 20]

test('an import that is killed again and again brings each person once', async () => {
  const path = join(folder, 'people.jsonl')
  const lines = Array.from({ length: people }, (_, at) => ({
    ...{ email: at % 1_000 === 7 ? 'nonsense' : newEmail(), emailVerified: true, externalId: `killed ${at}` },
    identities: [{ provider: 'google', subject: `killed ${at}` }],
  }))
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  for (let nth = 0; nth < kills; nth++) {
    const report = join(folder, `report-${nth}.jsonl`)
    const child = startCli(settings, 'import', path, '--report', report)
    const ended = once(child, 'exit')
    // something is committed by then, and more is under way
    while (child.exitCode === null && !(await stat(report).catch(() => undefined))?.size) await sleep(20)
    await sleep(randomInt(150))
    child.kill('SIGKILL')
    await ended
  }
  const { stdout, stderr } = runCli(settings, 'import', path)
  assert.match(stderr, /Going on at line \d+|nothing is left of it/)
  const whole = `${(people - 15).toLocaleString('en')} imported, 0 skipped, 15 failed.`
  if (!/nothing is left of it/.test(stderr)) assert.ok(stdout.startsWith(whole), `${stdout}${stderr}`)
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
      assert.deepEqual(await many(db, counted), [{ count: people - 15 }])
  } finally {
    await db.close()
  }
})
