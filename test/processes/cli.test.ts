import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deprecations } from '../../contract/deprecations.ts'
import type { Environment } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { addCalls } from '../../src/web/changelog/deprecations/queries.ts'
import { blankDatabase } from '../support/back-ups.ts'
import { runCli, runCliUnread } from '../support/cli.ts'
import { get } from '../support/http.ts'
import { accept } from '../support/invitation.ts'
import { startMailServer } from '../support/mail-server.ts'
import { linkIn } from '../support/mailing.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { enrol } from '../support/second-factor.ts'
import { isPostgres, newDatabase } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const environment: Environment = {
  SECRET_KEY: 'a secret of the tests that nobody else may use',
  ...(await newDatabase()),
}

const sallyport = (...args: string[]) => sallyportWith({}, ...args)

const sallyportWith = (settings: Environment, ...args: string[]) =>
  runCli({ ...environment, ...settings }, ...args)

const place = () => {
  if (!environment.DATABASE_URL) return `the embedded database in ${environment.DATA_DIR}`
  const { hostname, port, pathname } = new URL(environment.DATABASE_URL)
  return `database ${pathname.slice(1)} at ${hostname}:${port}`
}
const using = `Using ${place()}.\n`

test('migrate creates a database and prints what it applied, once', { skip: isPostgres }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-cli-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const migrate = () => runCli({ DATA_DIR: folder }, 'migrate')
  const names = (await readdir(new URL('../../src/platform/db/migrations/', import.meta.url))).sort()
  const [first, second] = [migrate(), migrate()]
  assert.deepEqual([first.status, first.stdout], [0, names.map((name) => `applied ${name}\n`).join('')])
  assert.deepEqual([second.status, second.stdout], [0, 'The database is up to date.\n'])
})

test('migrate says so if there is nothing to do', () => {
  const { status, stdout } = sallyport('migrate')
  assert.deepEqual([status, stdout], [0, 'The database is up to date.\n'])
})

test('a command whose output nobody reads finishes its work', async () => {
  const settings = await newDatabase()
  const { status, stderr } = runCliUnread(settings, 'migrate', '--keep-events', '30')
  assert.deepEqual([status, stderr.split('\n').length], [0, 2], stderr)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = settings
  const db = await openDatabase({ databaseUrl, dataDir }, () => {})
  const kept = await many(db, sql`select least_days as days from event_retention`)
  await db.close()
  assert.deepEqual(kept, [{ days: 30 }])
})

test('a dry run prints pending migrations as SQL, with what each statement does to existing tables', async () => {
  const settings = await newDatabase()
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = settings as Record<string, string>
  const db = await openDatabase({ databaseUrl, dataDir }, () => {})
  await db.script('delete from migrations where version >= 16')
  await db.close()
  const { status, stdout } = runCli(settings, 'migrate', '--dry-run')
  assert.equal(status, 0)
  const pending = readdirSync(new URL('../../src/platform/db/migrations', import.meta.url))
    .sort()
    .slice(15)
  assert.equal(pending[0], '0016-operators.sql')
  assert.deepEqual(
    stdout.match(/^-- 00.*/gm),
    pending.map((file) => `-- ${file}, one transaction: each lock is held until its end`),
  )
  const size = String.raw`\(\d+ kB(, about \d+ rows)?\)`
  for (const expected of [
    `alter table events add column reason text;\n--> ACCESS EXCLUSIVE on events ${size}, nobody reads or writes it meanwhile; reads none of it`,
    `;\n--> SHARE on events ${size}, nobody writes to it meanwhile; reads all of it`,
    `insert into event_retention default values;\n--> ROW EXCLUSIVE on event_retention ${size}, nobody waits; reads none of it`,
    String.raw`\$\$;\n--> locks no table that is there`,
  ])
    assert.match(stdout, new RegExp(`${expected}\n\n`))
})

test('a dry run says if nothing is pending', () => {
  for (const [args, output] of [
    [['--dry-run'], 'The database is up to date.\n'],
    [['--dry-run', '--json'], '{"pending":[]}\n'],
  ] as const) {
    const { status, stdout } = sallyport('migrate', ...args)
    assert.deepEqual([status, stdout], [0, output])
  }
})

test('a command prints to standard error which database it uses, and any misspelt setting', () => {
  const { stdout, stderr } = sallyportWith({ DATABASE_URI: 'postgres://elsewhere/sallyport' }, 'migrate')
  assert.equal(stdout, 'The database is up to date.\n')
  assert.equal(stderr, `DATABASE_URI is not a setting. Did you mean DATABASE_URL?\n${using}`)
})

test('a command needs only the database settings', () => {
  const settings = { SMTP_URL: 'smtp://localhost', SECRET_KEY: '', OAUTH_PROVIDERS: 'acme', PORT: 'none' }
  for (const [name = '', ...args] of [
    ['migrate'],
    ['deprecations'],
    ['disable-two-factor', 'nobody@example.com'],
  ]) {
    const { status, stderr } = sallyportWith(settings, name, ...args)
    assert.equal(status, args.length, stderr)
    if (args.length > 0) assert.match(stderr, /There is no account for nobody@example\.com/)
  }
})

test('a command on a database that was never migrated says what to do', async () => {
  const settings = await blankDatabase()
  for (const args of [['users', 'show', 'nobody@example.com'], ['keys', 'list'], ['acts']]) {
    const { status, stdout, stderr } = runCli(settings, ...args)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(
      stderr,
      /^The database is not up to date \(relation .*\)\. `npx sallyport migrate` brings it there\.$/m,
    )
  }
  assert.equal(runCli(settings, 'migrate').status, 0)
  assert.equal(runCli(settings, 'keys', 'list').status, 0)
})

test('a command creates no database in a mistyped folder, and says so', {
  skip: isPostgres,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-cli-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const args of [
    ['migrate', '--dry-run'],
    ['deprecations'],
    ['disable-two-factor', 'ada@example.com'],
    ['users', 'invite', 'ada@example.com'],
  ]) {
    const [name = '', ...others] = args
    const { status, stderr } = sallyportWith({ DATA_DIR: folder }, name, ...others)
    assert.equal(status, 1)
    assert.match(stderr, /DATA_DIR: there is no database in .* Is this the right folder\?/)
  }
  assert.deepEqual(await readdir(folder), [])
})

test('beside a service on the embedded database, commands work, except those that need it alone', {
  skip: isPostgres,
}, async () => {
  const settings = { ...environment, ...(await newDatabase()) }
  const service = await spawnService(settings)
  const beside = (...args: string[]) => runCli(settings, ...args)
  const { email } = await register(service)
  const found = beside('users', 'find', email)
  assert.equal(found.status, 0, found.stderr)
  assert.ok(found.stdout.includes(email))
  const { stdout } = beside('keys', 'add', 'ada', '--scope', 'users:read')
  const headers = { Authorization: `Bearer ${stdout.trim()}` }
  const admin = () => fetch(`${service.address}/admin/users`, { headers })
  assert.equal((await admin()).status, 200)
  const [key] = JSON.parse(beside('keys', 'list', '--json').stdout)
  assert.equal(beside('keys', 'revoke', key.id).status, 0)
  assert.equal((await admin()).status, 401)
  for (const options of [[], ['--dry-run']]) {
    const { status, stderr } = beside('migrate', ...options)
    assert.equal(status, 1)
    assert.match(stderr, /is in use by another process\. Stop that process first\.\n$/)
  }
  await service.end('SIGTERM')
})

test('the operator sees which programs still use deprecated operations', async () => {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment as Record<string, string>
  const db = await openDatabase({ databaseUrl, dataDir }, () => {})
  const thing = 'GET /gone · query.page'
  const before = new Date().toISOString().slice(0, 10)
  await addCalls(db, [
    { thing, client: 'curl/8.5', calls: 2 },
    { thing, client: 'AcmeApp/3.2', calls: 40 },
  ])
  await db.close()
  const { status, stdout } = sallyport('deprecations')
  assert.equal(status, 0)
  const today = stdout.includes(before) ? before : new Date().toISOString().slice(0, 10)
  const told = stdout.replace(/ +/g, ' ')
  assert.ok(
    told.endsWith(
      `${thing} (no longer in the register)\n` +
        ` AcmeApp/3.2 40 calls, ${today} to ${today}\n` +
        ` curl/8.5 2 calls, ${today} to ${today}\n`,
    ),
    told,
  )
  for (const { operation } of deprecations) assert.ok(told.includes(operation), operation)
})

const deprecated =
  'disable-two-factor is deprecated: use `sallyport users remove-second-factor`, which asks for a reason.\n'

test('the operator turns off two-factor authentication, which ends the sessions and is recorded', async () => {
  const service = await spawnService(environment)
  const person = await register(service)
  await enrol({ ...service, clock: { nowMs: Date.now() } }, person)
  assert.equal((await signIn(service, person)).status, 403)
  await service.end('SIGTERM')

  const { status, stdout } = sallyport('disable-two-factor', person.email.toUpperCase())
  assert.equal(status, 0)
  assert.match(stdout, /Two-factor authentication is off for/)
  const again = sallyport('disable-two-factor', person.email)
  assert.deepEqual(
    [again.status, again.stderr],
    [1, `${deprecated}${using}Two-factor authentication is not on for ${person.email}.\n`],
  )
  assert.match(
    sallyport('disable-two-factor', 'nobody@example.com').stderr,
    /There is no account for nobody@example.com/,
  )
  assert.match(sallyport('disable-two-factor', 'nobody').stderr, /is not an email address/)
  assert.match(sallyport('disable-two-factor').stderr, /Usage/)

  const after = await spawnService(environment)
  assert.equal((await get(after, '/users/me', person.accessToken)).status, 401)
  tokensOf(await signIn(after, person))
  await after.end('SIGTERM')
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment as Record<string, string>
  const db = await openDatabase({ databaseUrl, dataDir }, () => {})
  const events = await many(db, sql`select detail from events where type = 'two_factor.disabled'`)
  assert.deepEqual(events, [{ detail: { by: 'operator' } }])
  await db.close()
})

test('the operator invites an address, whose email the service sends, and not one that has an account', async () => {
  const mailServer = await startMailServer()
  const email = newEmail()
  const { status, stdout, stderr } = sallyport('users', 'invite', email)
  assert.deepEqual([status, stderr], [0, using])
  const said =
    / is invited until [A-Z][a-z]+ \d\d?, \d{4} at \d\d:\d\d UTC\. The service sends the email\.\n$/
  assert.match(stdout, said)
  const again = sallyport('users', 'invite', '--json', email)
  assert.equal(again.status, 0, again.stderr)
  const invitation = JSON.parse(again.stdout)
  assert.deepEqual(Object.keys(invitation), ['id', 'email', 'expiresAt'])

  const service = await spawnService({
    ...environment,
    REGISTRATION: 'closed',
    PUBLIC_URL: 'https://accounts.example.com',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'no-reply@acme.example',
  })
  const mails = () => mailServer.received.filter(({ to }) => to[0] === email)
  while (mails().length < 2) await sleep(25)
  const newest = mails().map(linkIn).at(-1)
  assert.ok(newest)
  assert.equal((await accept(service, newest, 'a password of the tests')).status, 200)
  const { accessToken } = tokensOf(await signIn(service, { email, password: 'a password of the tests' }))
  assert.equal((await get(service, '/users/me', accessToken)).body.id, invitation.id)
  await service.end('SIGTERM')

  const taken = sallyport('users', 'invite', email)
  const words = `${email} already has an account, or belonged to one until recently.\n`
  assert.deepEqual([taken.status, taken.stdout, taken.stderr], [1, '', using + words])
})

test('an invitation is not written with a key that the service cannot read', async () => {
  const another = sallyportWith(
    { SECRET_KEY: 'another secret that nobody may use at all' },
    'users',
    'invite',
    newEmail(),
  )
  assert.deepEqual([another.status, another.stdout], [1, ''])
  assert.match(another.stderr, /SECRET_KEY is not the key that this database was used with/)
  if (!isPostgres) return
  const missing = sallyportWith({ SECRET_KEY: '' }, 'users', 'invite', newEmail())
  assert.deepEqual([missing.status, missing.stdout], [1, ''])
  assert.match(missing.stderr, /SECRET_KEY: is needed with DATABASE_URL/)
})

test('keys are created, shown once, listed without their secret, and revoked', async () => {
  const made = sallyport(
    'keys',
    'add',
    'the shop',
    '--scope',
    'introspect',
    '--network',
    '10.0.0.0/8',
    '--days',
    '30',
  )
  assert.equal(made.status, 0, made.stderr)
  assert.match(made.stdout, /^sp_sk_[\w-]{64}\n$/)
  const [, id = ''] = /The key ([\w-]{36}) is for the shop\. It works until /.exec(made.stderr) ?? []
  const json = sallyport('keys', 'add', 'cron', '--scope', 'events:read,introspect', '--json')
  const cron = JSON.parse(json.stdout)
  assert.deepEqual(Object.keys(cron), ['id', 'key', 'expiresAt'])
  const list = () => sallyport('keys', 'list').stdout
  assert.match(list(), new RegExp(`^${cron.id}  cron: events:read,introspect, works until .+, never used\\n`))
  assert.match(
    list(),
    new RegExp(`${id}  the shop: introspect from 10\\.0\\.0\\.0/8, works until .+, never used\\n$`),
  )
  const [first] = JSON.parse(sallyport('keys', 'list', '--json').stdout)
  assert.equal(first.name, 'cron')
  assert.ok(!sallyport('keys', 'list', '--json').stdout.includes('sp_sk_'))
  const revoked = sallyport('keys', 'revoke', id)
  assert.deepEqual([revoked.status, revoked.stdout], [0, 'The key of the shop is revoked.\n'])
  assert.match(list(), /the shop: .+, revoked .+/)
  const again = sallyport('keys', 'revoke', id)
  assert.equal(again.status, 1)
  assert.match(again.stderr, /There is no service key .+, or it was revoked before\.\n$/)
})

test('the operator blocks an account, unblocks it and ends its sessions, by address or by id', async () => {
  const service = await spawnService(environment)
  const person = await register(service)
  await service.end('SIGTERM')
  const told = (...args: string[]) => {
    const { status, stdout, stderr } = sallyport('users', ...args)
    return [status, stdout, stderr.replace(using, '')]
  }
  const late = told('disable', person.email, '--reason', 'spam', '--until', '2020-01-01')
  assert.deepEqual(late.slice(0, 2), [2, ''])
  assert.match(`${late[2]}`, /^--until must be an instant in the future/)
  assert.deepEqual(told('disable', person.email, '--reason', 'spam', '--until', '2120-01-31T12:00Z'), [
    0,
    `${person.email} is blocked until January 31, 2120 at 12:00 UTC, and all sessions have ended.\n`,
    '',
  ])
  assert.deepEqual(told('end-sessions', person.userId, '--reason', 'spam'), [
    0,
    `0 sessions of ${person.userId} ended.\n`,
    '',
  ])
  assert.deepEqual(told('enable', person.userId), [0, `${person.userId} can sign in again.\n`, ''])
  assert.deepEqual(told('enable', person.email), [1, '', `${person.email} is not blocked.\n`])
  assert.deepEqual(told('enable', 'nobody@example.com'), [1, '', 'There is no account nobody@example.com.\n'])
})
