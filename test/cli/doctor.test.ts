import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { memoryFinding } from '../../cli/doctor/hashing.ts'
import { sizesFinding } from '../../cli/doctor/sizes.ts'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { newLog } from '../../src/platform/log.ts'
import { startService } from '../../src/start.ts'
import { atEnd } from '../support/at-end.ts'
import { childEnvironment } from '../support/child.ts'
import { runCli } from '../support/cli.ts'
import { query, startCluster } from '../support/cluster.ts'
import { databaseWithClock } from '../support/database-clock.ts'
import { assertFound, examine, faultsFound, onDatabase, spoil, useOnce } from '../support/examine.ts'
import { freePort } from '../support/free-port.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { dumpRows } from '../support/rows.ts'
import {
  isPostgres,
  newDatabase,
  newEmptyDatabase,
  startTestService,
  testSecretKey,
} from '../support/service.ts'
import { startSilence } from '../support/silence.ts'
import { noDisk, smallDisk } from '../support/small-disk.ts'

const onServer = { skip: !isPostgres }
const embedded = { skip: isPostgres }

/** Settings whose database is as good as new, and nothing is running. */
const newInstallation = async (): Promise<Environment> => ({
  ...(await newDatabase()),
  SECRET_KEY: testSecretKey,
  PORT: '0',
  EMAIL_VERIFICATION: 'off',
})

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-doctor-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The database as a server knows it, with another role, say. */
const changedUrl = (settings: Environment, change: Partial<URL>) =>
  Object.assign(new URL(String(settings.DATABASE_URL)), change).href

test('a stopped installation has no findings, and is left as it was', async () => {
  const settings = await newInstallation()
  await useOnce(settings)
  const rows = () => onDatabase(settings, (db) => dumpRows({ deps: { db } }))
  const files = () => readdir(String(settings.DATA_DIR))
  const before = [await rows(), await files()]
  assert.deepEqual(await faultsFound(settings), [])
  assert.deepEqual([await rows(), await files()], before)
})

test('trusting whole networks is named, and so is a missing proxy where one is needed', async () => {
  const settings = await newInstallation()
  await useOnce(settings)
  const found = (more: Environment) => examine({ ...settings, ...more })
  const wide = await found({ TRUSTED_PROXIES: 'loopback,private' })
  assertFound(wide, 'trusted-proxies', 'warn', /all of 10\.0\.0\.0\/8, .*fe80::\/10\.$/, /by their addresses/)
  const unnamed = await found({ PUBLIC_URL: 'https://accounts.invalid' })
  assertFound(unnamed, 'trusted-proxies', 'warn', /TRUSTED_PROXIES names none/, /Name it/)
  for (const trusted of ['loopback', '10.0.3.17', '10.0.3.0/28,loopback', 'none'])
    assert.ok(
      (await found({ TRUSTED_PROXIES: trusted })).some(
        ({ name, status }) => name === 'trusted-proxies' && status === 'ok',
      ),
      trusted,
    )
})

test('the command exits with 1 if something failed, with 0 otherwise, and with 2 if misused', async () => {
  const settings = await newInstallation()
  const good = runCli(settings, 'doctor')
  assert.deepEqual([good.status, good.stderr], [0, ''])
  assert.match(good.stdout, /^\w+ +hashing +A password takes \d+ ms, /m)
  for (const line of good.stdout.trimEnd().split('\n'))
    if (!/people wait/.test(line)) assert.match(line, /^ok {4}[a-z-]+ {2,}\S.*\.$/)
  const bad = runCli({ ...settings, PORT: 'x', SMPT_URL: 'x' }, 'doctor', '--json')
  assert.equal(bad.status, 1)
  const { checks } = JSON.parse(bad.stdout)
  assertFound(checks, 'settings', 'fail', /^PORT: must be a whole number/, /settings\.md/)
  assertFound(checks, 'settings', 'warn', /SMPT_URL is not a setting\. Did you mean SMTP_URL/, /name/)
  assertFound(checks, 'left-out', 'warn', /^service: not checked without right settings/, /first/)
  assert.ok(
    checks.some(({ name, status }: { name: string; status: string }) => name === 'schema' && status === 'ok'),
  )
  assert.equal(runCli({ ...settings, TRUSTED_PROXIES: 'proxy' }, 'doctor').status, 1)
  assert.deepEqual(runCli(settings, 'doctor', 'now').status, 2)
  assert.deepEqual(runCli(settings, 'doctor', '--jsn').status, 2)
})

test('an empty folder has nothing to check, and stays empty', async () => {
  const folder = await newFolder()
  const findings = await faultsFound({ DATA_DIR: join(folder, 'data'), PORT: '0' })
  assertFound(findings, 'database', 'warn', /There is nothing yet in the embedded database/, /DATA_DIR/)
  assert.equal(findings.length, 1)
  assert.deepEqual(await readdir(folder), [])
})

test('beside a running service everything is checked, without findings', embedded, async () => {
  const port = String(await freePort())
  const { environment } = await startTestService({ PORT: port })
  const findings = await examine(environment)
  assert.deepEqual(
    findings.filter(({ status }) => status !== 'ok'),
    [],
  )
  const told = (name: string) => findings.find((finding) => finding.name === name)?.message ?? ''
  assert.match(told('service'), new RegExp(`runs at http://127.0.0.1:${port}, and is ready`))
  assert.match(told('database'), /answers: the embedded database in/)
  assert.match(told('outbox'), /email/)
})

test('checks that another process blocks are named', embedded, async (t) => {
  const settings = await newInstallation()
  const held = await openDatabase({ databaseUrl: undefined, dataDir: String(settings.DATA_DIR) }, () => {})
  t.after(held.close)
  const findings = await examine(settings)
  const told = findings.find(({ name }) => name === 'left-out')?.message ?? ''
  assert.match(told, /^clock, .*outbox, .*: not checked while another process has the embedded database/)
})

test('a DATA_DIR that is a file, or leads through one, is named', async () => {
  const folder = await newFolder()
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const DATA_DIR of [file, join(file, 'data', 'deeper')]) {
    const findings = await faultsFound({ DATA_DIR, PORT: '0' })
    assertFound(findings, 'data-folder', 'fail', /file is not a folder\.$/, /Name a folder in DATA_DIR/)
  }
})

test('a folder open to others, or owned by them, is named and left alone', embedded, async (t) => {
  const settings = await newInstallation()
  const folder = String(settings.DATA_DIR)
  await chmod(folder, 0o755)
  await chmod(join(folder, 'postgres'), 0o755)
  assertFound(
    await faultsFound(settings),
    'data-folder',
    'warn',
    /Every user of this machine can read/,
    /chmod 700/,
  )
  await chmod(folder, 0o700)
  if (process.getuid?.() !== 0) return t.skip('only root can give a folder away')
  await chown(join(folder, 'postgres'), 65_534, 65_534)
  const findings = await faultsFound(settings)
  assertFound(findings, 'left-out', 'warn', /^database, .*DATA_DIR belongs to another user/, /Run this as/)
})

test('an unusable database is named, with the reason, and without the password', onServer, async () => {
  const settings = await newInstallation()
  const silent = await startSilence()
  for (const [change, why, remedy] of [
    [{ host: '127.0.0.1:9' }, /cannot be used: connect ECONNREFUSED/, /server runs/],
    [{ host: `127.0.0.1:${silent.port}` }, /does not answer/, /server runs/],
    [{ hostname: 'nowhere.invalid' }, /ENOTFOUND|EAI_AGAIN/, /host in DATABASE_URL/],
    [{ pathname: '/nothing' }, /database "nothing" does not exist/, /Create the database/],
    [{ search: '?sslmode=require' }, /does not support SSL/, /Turn on ssl/],
  ] as const) {
    const DATABASE_URL = changedUrl(settings, { ...change, password: 'p4ssw0rd' })
    const findings = await examine({ ...settings, DATABASE_URL })
    assertFound(findings, 'database', 'fail', why, remedy)
    assertFound(findings, 'left-out', 'warn', /^clock, connections, .* without the database/, /first/)
    assert.doesNotMatch(JSON.stringify(findings), /p4ssw0rd/)
  }
})

test('a database that lacks the letters of other languages is detected', onServer, async () => {
  const latin = await newEmptyDatabase("template0 encoding 'LATIN1' locale 'C'")
  const findings = await examine({ ...latin, SECRET_KEY: testSecretKey, PORT: '0' })
  assertFound(findings, 'database', 'fail', /encoding is LATIN1/, /encoding 'UTF8'/)
  const config = parseConfig({ ...latin, SECRET_KEY: testSecretKey, PORT: '0' })
  await assert.rejects(startService(config, newLog('silent')), /encoding is LATIN1, .*encoding 'UTF8'/)
})

test('a wrong password is named, and so is a server too busy for another process', onServer, async () => {
  const cluster = await startCluster()
  after(() => cluster.stop())
  const DATABASE_URL = Object.assign(new URL(cluster.url), { username: 'ada', password: 'wr0ng' }).href
  const settings = { DATABASE_URL, SECRET_KEY: testSecretKey, PORT: '0' }
  await query(cluster.url, "create role ada login password 'right' connection limit 12")
  const others = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const client = new pg.Client(cluster.url)
      await client.connect()
      return client
    }),
  )
  const limited = await examine(settings)
  assertFound(limited, 'connections', 'warn', /room for 1 process of 10/, /max_connections/)
  await query(cluster.url, 'alter role ada connection limit -1')
  // of 300 connections, three are for superusers
  const unlimited = (await examine(settings)).find(({ name }) => name === 'connections')?.message
  assert.match(unlimited ?? '', /room for 28 processes .*we may have 28[0-5], .* others have 1[2-7]\./)
  await Promise.all(others.map((client) => client.end()))
  await query(cluster.url, 'alter role ada connection limit 9')
  assertFound(await examine(settings), 'connections', 'fail', /room for 0 processes/, /PgBouncer/)
  assertFound(limited, 'schema', 'warn', /no tables yet/, /npx sallyport migrate/)
  await cluster.authenticateBy('scram-sha-256')
  const findings = await examine(settings)
  assertFound(
    findings,
    'database',
    'fail',
    /password authentication failed/,
    /Correct the user name and password/,
  )
  assert.doesNotMatch(JSON.stringify(findings), /wr0ng/)
})

test('a role without rights is named, table by table', onServer, async () => {
  const settings = await newInstallation()
  const role = `doctor_${randomBytes(4).toString('hex')}`
  await spoil(settings, `create role ${role} login`)
  atEnd(() => spoil(settings, `drop owned by ${role}; drop role ${role}`))
  const examineAs = () => examine({ ...settings, DATABASE_URL: changedUrl(settings, { username: role }) })
  assertFound(await examineAs(), 'rights', 'fail', /lacks rights to .*sessions/, /migrate --serve-as/)
  assert.equal(runCli(settings, 'migrate', '--serve-as', role).status, 0)
  assert.deepEqual(
    (await examineAs()).filter(({ status }) => status !== 'ok'),
    [],
  )
  await spoil(settings, `revoke delete on sessions from ${role}`)
  const findings = await examineAs()
  assertFound(findings, 'rights', 'fail', /lacks rights to sessions\./, /migrate --serve-as/)
  assertFound(findings, 'left-out', 'warn', /outbox, .* without rights to every table/, /first/)
  await spoil(settings, `revoke usage on schema public from public, ${role}`)
  assertFound(await examineAs(), 'rights', 'fail', /may use no schema/, /grant usage/)
})

test('a pooler that splits transactions is refused, and one that does not is fine', onServer, async (t) => {
  const settings = await newInstallation()
  const at = (url: string) => changedUrl(settings, { host: new URL(url).host })
  for (const mode of ['transaction', 'statement'] as const) {
    const bouncer = await startPgBouncer(new URL(String(settings.DATABASE_URL)), mode)
    if (!bouncer) return t.skip('there is no pgbouncer on this machine')
    const findings = await examine({ ...settings, DATABASE_URL: at(bouncer.url) })
    await bouncer.stop()
    const found = findings.find(({ name }) => name === 'connections')
    if (mode === 'transaction') assert.match(found?.message ?? '', /A pooler shares connections/)
    else assertFound(findings, 'connections', 'fail', /refuses transactions/, /pool_mode = transaction/)
  }
})

test('clocks that differ are named', onServer, async () => {
  const settings = { ...(await databaseWithClock()), SECRET_KEY: testSecretKey, PORT: '0' }
  await spoil(settings, "update test_clock set ahead = '5 s'")
  assertFound(await faultsFound(settings), 'clock', 'fail', /[45]\.\d s ahead of this machine/, /NTP/)
  await spoil(settings, "update test_clock set ahead = '-40 s'")
  assertFound(await faultsFound(settings), 'clock', 'fail', /(39|40)\.\d s behind this machine/, /NTP/)
})

test('a schema of another version is named, and so is a missing table', async () => {
  const settings = await newInstallation()
  await spoil(settings, "insert into migrations (version, name) values (999, '0999-later.sql')")
  const later = await faultsFound(settings)
  assertFound(later, 'schema', 'fail', /schema version 999, but this program only knows \d+/, /newer version/)
  assertFound(later, 'left-out', 'warn', /without this program's schema/, /first/)
  await spoil(
    settings,
    "delete from migrations where version = 999; update migrations set name = '0003-x.sql' where version = 3",
  )
  assertFound(
    await faultsFound(settings),
    'schema',
    'fail',
    /has 0003-x\.sql as migration 3/,
    /cannot be brought up to date/,
  )
  await spoil(settings, 'delete from migrations where version >= 3')
  const earlier = await faultsFound(settings)
  assertFound(earlier, 'schema', 'warn', /are pending: 0003-links\.sql, /, /migrate/)
  assertFound(earlier, 'left-out', 'warn', /outbox, .* without this program's schema/, /first/)
  const lacking = await newInstallation()
  await spoil(lacking, 'drop table deprecated_calls')
  assertFound(await faultsFound(lacking), 'rights', 'fail', /are missing: deprecated_calls/, /back-up/)
})

test('a key that is different, lost, weak, or readable by others is named', async () => {
  const settings = await newInstallation()
  const used = await newInstallation()
  await useOnce(used)
  // fixed: one that is drawn has the id of the other once in 65,536 times
  const otherKey = 'a secret that no database was ever used with'
  const other = await faultsFound({ ...used, SECRET_KEY: otherKey })
  assertFound(
    other,
    'key',
    'fail',
    /is not the key that this database was used with/,
    /Append it to SECRET_KEY/,
  )
  const both = `${otherKey},${testSecretKey}`
  assert.deepEqual(await faultsFound({ ...used, SECRET_KEY: both }), [])
  const weak = await faultsFound({ ...settings, SECRET_KEY: 'changeme'.repeat(4), ACCEPT_LOST_KEYS: 'on' })
  assertFound(weak, 'key', 'warn', /SECRET_KEY can be guessed/, /npx sallyport key/)
  assertFound(weak, 'key', 'warn', /ACCEPT_LOST_KEYS is on/, /Unset it/)
  assert.doesNotMatch(JSON.stringify(weak), /changeme/)
})

test('a key file that is lost, broken, or readable by others is named', embedded, async () => {
  const environment: Environment = { ...(await newInstallation()), SECRET_KEY: '' }
  await useOnce(environment)
  assert.deepEqual(await faultsFound(environment), [])
  const path = join(String(environment.DATA_DIR), 'secret.key')
  await chmod(path, 0o644)
  assertFound(await faultsFound(environment), 'key', 'warn', /Others can read .*secret\.key/, /chmod 600/)
  await writeFile(path, 'short')
  assertFound(
    await faultsFound(environment),
    'key',
    'fail',
    /does not hold a key of 32 bytes/,
    /Restore that file/,
  )
  await rm(path)
  assertFound(await faultsFound(environment), 'key', 'fail', /secret\.key is missing/, /Restore that file/)
  assert.ok(!(await readdir(String(environment.DATA_DIR))).includes('secret.key'), 'and none is made')
})

const outboxRow = (columns: string, values: string) =>
  `insert into outbox (queue, channel, message, recipient, ${columns})
    values (gen_random_uuid(), 'mail', 'notice', 'ann@a.test', ${values})`

test('emails that nobody delivers, or that cannot be delivered, are named', async () => {
  for (const [row, status, message, remedy] of [
    [
      outboxRow('due_at', "now() - interval '10 minutes'"),
      'fail',
      /an email has been due for 10 minutes/,
      /Start the service/,
    ],
    [
      outboxRow(
        'turn, attempts, created_at, due_at',
        "'next', 3, now() - interval '2 hours', now() + interval '1 hour'",
      ),
      'warn',
      /so far: 1, the oldest for 2 hours/,
      /mail\.md/,
    ],
    [outboxRow('ended_at, outcome', "now(), 'expired'"), 'warn', /1 came too late/, /mail\.md/],
    [outboxRow('ended_at, outcome', "now(), 'refused'"), 'warn', /1 were refused/, /mail\.md/],
  ] as const) {
    const settings = await newInstallation()
    await spoil(settings, row)
    const findings = await faultsFound(settings)
    assert.equal(findings.length, 1)
    assertFound(findings, 'outbox', status, message, remedy)
    assert.doesNotMatch(JSON.stringify(findings), /ann@a\.test/)
  }
})

test('stopped jobs and a stalled feed are named', async () => {
  const settings = await newInstallation()
  await spoil(
    settings,
    outboxRow('created_at, ended_at, outcome', "now(), now() - interval '8 days', 'delivered'"),
  )
  await spoil(
    settings,
    `insert into events (user_id, at, type, outcome) values (gen_random_uuid(), now() - interval '1 hour', 'x', 'success');
    insert into unfed (user_id, event_id) select user_id, id from events`,
  )
  const findings = await faultsFound(settings)
  assertFound(findings, 'jobs', 'fail', /left work undone: delete mails \(1 day\)/, /a job failed/)
  assertFound(findings, 'feed', 'fail', /1 hour behind/, /Start the service/)
})

test('service keys that have expired, or soon will, are named until they are revoked', async () => {
  const settings = await newInstallation()
  const add = (name: string, days: number) =>
    `insert into service_keys (id, digest, name, scopes, networks, expires_at) values
      (gen_random_uuid(), '', '${name}', '{}', '{}', now() + interval '${days} days')`
  await spoil(settings, [add('old shop', -1), add('shop', 29), add('till', 31)].join(';'))
  const findings = await faultsFound(settings)
  assertFound(findings, 'service-keys', 'warn', /"old shop" has expired/, /keys revoke [0-9a-f-]{36}/)
  assertFound(findings, 'service-keys', 'warn', /"shop" expires on \d{4}-/, /keys add/)
  assert.equal(findings.length, 2)
  await spoil(settings, 'update service_keys set revoked_at = now()')
  assert.deepEqual(await faultsFound(settings), [])
})

test('too little memory for peak hashing is named', () => {
  assert.equal(memoryFinding('server', 2 ** 31).status, 'ok')
  assertFound(
    [{ name: 'memory', ...memoryFinding('server', 2 ** 27) }],
    'memory',
    'fail',
    /may have 128 MiB/,
    /more/,
  )
  assert.equal(memoryFinding('embedded', 2 ** 29).status, 'fail')
})

test('events kept without end are named once they are large', () => {
  const sizes = [{ name: 'events', bytes: 2 ** 34 }]
  assert.equal(sizesFinding(sizes, 400).status, 'ok')
  assertFound([{ name: 'sizes', ...sizesFinding(sizes, 0) }], 'sizes', 'warn', /16384 MiB/, /EVENTS_DAYS/)
  assert.equal(sizesFinding([{ name: 'events', bytes: 2 ** 20 }], 0).status, 'ok')
})

test('a disk that is almost full is named', { skip: noDisk || isPostgres }, async () => {
  for (const [megabytes, status] of [
    [60, 'fail'],
    [400, 'warn'],
  ] as const) {
    const { folder } = smallDisk(megabytes)
    const findings = await faultsFound({ DATA_DIR: join(folder, 'data'), PORT: '0' })
    assertFound(findings, 'data-folder', status, /has only \d+ MiB left/, /Free some space/)
    assert.deepEqual(await readdir(folder), [])
  }
})

test('too few open files are named', { skip: process.platform !== 'linux' }, () => {
  const program = join(import.meta.dirname, '../../cli/main.ts')
  const command = `ulimit -n 200; exec "${process.execPath}" "${program}" doctor --json`
  const env = childEnvironment({ DATA_DIR: join(tmpdir(), 'nothing-here'), PORT: '0' })
  const { stdout } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
  assertFound(JSON.parse(stdout).checks, 'process', 'warn', /only 200 files/, /LimitNOFILE/)
})

test('checks that depend on a wrong setting are skipped, and no others', async () => {
  const findings = await faultsFound({ ...(await newInstallation()), SMTP_URL_FILE: '/nowhere/smtp' })
  assertFound(findings, 'settings', 'fail', /^SMTP_URL_FILE: \/nowhere\/smtp cannot be read/, /settings\.md/)
  assertFound(findings, 'left-out', 'warn', /^data-folder, mail: not checked without right settings/, /first/)
  assert.equal(findings.length, 2)
})
