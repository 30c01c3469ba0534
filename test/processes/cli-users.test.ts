import assert from 'node:assert/strict'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Environment } from '../../src/config/config.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { runCli } from '../support/cli.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { enrol } from '../support/second-factor.ts'
import { newDatabase } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { trusted } from '../support/trusted-devices.ts'

const environment: Environment = {
  SECRET_KEY: 'a secret of the tests that nobody else may use',
  ...(await newDatabase()),
}
const folder = await mkdtemp(join(tmpdir(), 'sallyport-cli-'))
after(() => rm(folder, { recursive: true, force: true }))

const service = await spawnService(environment)
const at = { ...service, clock: { nowMs: Date.now() } }
const begin = `p${Date.now()}`
const ada = await enrol(at, await register(at, { email: `${begin}.ada@example.com` }))
const eve = await register(at, { email: `${begin}.eve@example.com` })
const max = await register(at)
const grace = await enrol(at, await register(at))
for (let device = 0; device < 3; device++) await trusted(at, grace, { code: grace.backup.pop()! })
for (let tries = 0; tries < 5; tries++) await signIn(at, { ...max, password: 'a wrong password' })
await service.end('SIGTERM')

const because = ['--reason', 'she asked us on the phone']
const [, reason] = because

/** Without the line that names the database. */
const sallyport = (...args: string[]) => {
  const { status, stdout, stderr } = runCli(environment, ...args)
  assert.doesNotMatch(stdout, /sp_(at|rt|pr|in)_|\$argon2/, 'a secret')
  return { status, stdout, said: stderr.replace(/^Using .*\n/, '') }
}
const users = (...args: string[]) => sallyport('users', ...args)

/** The one JSON value that a command prints. */
const json = (...args: string[]) => {
  const { status, stdout, said } = sallyport(...args, '--json')
  assert.equal(status, 0, said)
  return JSON.parse(stdout)
}

const assertNoAccount = (...args: string[]) => {
  const email = newEmail()
  const { status, stdout, said } = users(args[0] ?? '', email, ...args.slice(1))
  assert.deepEqual([status, stdout, said], [1, '', `There is no account ${email}.\n`])
}

const inDatabase = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment
  const db = await openDatabase({ databaseUrl, dataDir }, () => {})
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

test('found accounts are printed in columns, with the command for the next page', () => {
  const { status, stdout, said } = users('find', begin)
  assert.deepEqual([status, said], [0, ''])
  const [head = '', ...lines] = stdout.trimEnd().split('\n')
  assert.match(head, /^ID {36}STATE {2}LAST SIGN-IN {6}EMAIL$/)
  assert.deepEqual(
    lines.map((line) => line.slice(head.indexOf('EMAIL'))),
    [ada.email, eve.email],
  )
  assert.ok(stdout.split('\n').every(({ length }) => length <= 100))
  const first = users('find', begin, '--limit', '1', '--json')
  const [, cursor = ''] = /^There are more: --cursor (\S+)\n$/.exec(first.said) ?? []
  assert.deepEqual([JSON.parse(first.stdout).next, JSON.parse(first.stdout).users.length], [cursor, 1])
  const next = json('users', 'find', begin, '--cursor', cursor)
  assert.deepEqual([next.next, next.users[0].email], [null, eve.email])
})

test('an invalid search is a usage error, and an empty result is none', () => {
  const short = users('find', 'ab')
  assert.deepEqual([short.status, short.stdout], [2, ''])
  assert.match(
    short.said,
    /^Usage: sallyport users find .*\nThe email field must have at least 3 characters\n$/,
  )
  assert.match(
    users('find', '--limit', '101').said,
    /^Usage: .*\nlimit must be a whole number, 1 to 100\.\n$/,
  )
  const none = users('find', 'nobody@example.com')
  assert.deepEqual([none.status, none.stdout, none.said], [0, '', 'There is no such account.\n'])
})

test('an account is shown by address or id', () => {
  const { status, stdout } = users('show', ada.email)
  assert.equal(status, 0)
  for (const line of [
    `email          ${ada.email} (not confirmed)`,
    `id             ${ada.userId}`,
    'state          open',
    'signs in by    password',
    'second factor  on, 10 backup codes left',
  ])
    assert.ok(stdout.includes(`${line}\n`), `${line} is not in\n${stdout}`)
  const shown = json('users', 'show', ada.userId)
  assert.deepEqual([shown.email, shown.twoFactor.enabled, shown.disabledAt], [ada.email, true, null])
  assertNoAccount('show')
  const wrong = users('show', 'nobody')
  assert.deepEqual([wrong.status, wrong.said], [2, 'nobody is not an email address.\n'])
})

test('an account’s events are listed, newest first', () => {
  const [head = '', newest = ''] = users('events', ada.email).stdout.split('\n')
  assert.match(head, /^AT \(UTC\) +TYPE +FROM +BY +REASON$/)
  assert.match(newest, /^\d{4}-\d\d-\d\d \d\d:\d\d {2}\S+ +\S+ +owner$/)
  const page = json('users', 'events', ada.email, '--limit', '1')
  assert.equal(page.events.length, 1)
  assert.equal(typeof page.next, 'string')
  assertNoAccount('events')
})

test('blocking, unblocking and ending sessions print the account as it is then', () => {
  const blocked = json('users', 'disable', eve.email, ...because)
  assert.deepEqual([blocked.disabledReason, blocked.disabledUntil], [reason, null])
  assert.match(users('find', eve.email).stdout, /blocked/)
  assert.match(users('show', eve.email).stdout, /state +blocked for good \(she asked us on the phone\)\n/)
  const refused = users('send-reset', eve.email)
  assert.deepEqual([refused.status, refused.said], [1, 'This account is blocked. Unblock it first.\n'])
  assert.equal(json('users', 'enable', eve.email).disabledAt, null)
  assert.equal(json('users', 'end-sessions', eve.email, ...because).id, eve.userId)
  for (const name of ['disable', 'end-sessions']) assertNoAccount(name, ...because)
})

test('a lost second factor is removed, once, and with a reason', () => {
  const { status, stdout } = users('remove-second-factor', ada.email, ...because)
  assert.equal(status, 0)
  const words = `The second factor and the passkeys of ${ada.email} are removed, and all sessions have ended.\n`
  assert.equal(stdout, words)
  const again = users('remove-second-factor', ada.email, ...because)
  assert.deepEqual([again.status, again.said], [1, `${ada.email} has no second factor and no passkey.\n`])
  assert.equal(json('users', 'show', ada.email).twoFactor.enabled, false)
  assertNoAccount('remove-second-factor', ...because)
})

test('a link for a new password is mailed, and not printed', async () => {
  const { status, stdout } = users('send-reset', ada.email)
  const words = `A link to set a new password is on its way to ${ada.email}. The service sends the email.\n`
  assert.deepEqual([status, stdout], [0, words])
  const links = await inDatabase((db) =>
    db.run<{ kind: string }>(sql`select kind from mail_links where user_id = ${ada.userId}`),
  )
  assert.ok(links.some(({ kind }) => kind === 'reset'))
  assertNoAccount('send-reset')
})

test('waits end, an address is confirmed and an account stays, each for a reason', async () => {
  const due = sql`insert into account_deletions (user_id, due_at) values (${max.userId}, now() + interval '1 day')`
  await inDatabase((db) => db.run(due))
  await inDatabase((db) =>
    db.run(sql`update attempts set count = 30 where kind like 'password%' and count = 5`),
  )
  const { waits } = json('users', 'show', max.email)
  assert.deepEqual([waits.length, waits[0].rule], [1, 'limit.password'])
  assert.ok(users('show', max.email).stdout.includes(`has to wait    ${waits[0].because}\n`))
  for (const [command, said] of [
    ['unlock', `The next attempt to sign in to ${max.email} is looked at.\n`],
    ['confirm', `The address of ${max.email} is confirmed.\n`],
    ['keep', `${max.email} stays.\n`],
  ] as const) {
    assert.equal(users(command, max.email).status, 2, command)
    assertNoAccount(command, ...because)
    assert.equal(users(command, max.email, ...because).stdout, said)
  }
  const { emailVerified, deletesAt, waits: left } = json('users', 'show', max.email)
  assert.deepEqual([emailVerified, deletesAt, left], [true, null, []])
})

test('a single item of an account is removed, and a missing or last one is reported', async () => {
  const [session] = await inDatabase((db) =>
    db.run<{ id: string }>(sql`select id from sessions where user_id = ${max.userId}`),
  )
  assert.ok(session)
  const remove = (...args: string[]) => users('remove', max.email, ...args, ...because)
  assert.equal(remove().status, 2)
  assert.equal(remove('--session', session.id, '--app', session.id).status, 2)
  assert.equal(remove('--session', session.id).stdout, `The session of ${max.email} is removed.\n`)
  for (const kind of ['session', 'provider', 'app', 'passkey', 'device'])
    assert.equal(remove(`--${kind}`, session.id).said, `${max.email} has no such ${kind}.\n`)
})

test('devices are trusted no longer, one or all of them, and nobody else’s', () => {
  const { trustedDevices: devices } = json('users', 'export', grace.email)
  assert.equal(devices.length, 3)
  const forget = (email: string) => users('forget-devices', email, ...because).stdout
  const one = users('remove', grace.email, '--device', devices[0].id, ...because)
  assert.equal(one.stdout, `The device of ${grace.email} is removed.\n`)
  assert.equal(forget(max.email), `0 devices of ${max.email} are trusted no longer.\n`)
  assert.equal(forget(grace.email), `2 devices of ${grace.email} are trusted no longer.\n`)
  assert.deepEqual(json('users', 'export', grace.email).trustedDevices, [])
  assertNoAccount('forget-devices', ...because)
  assert.equal(users('forget-devices', grace.email).status, 2)
})

test('an export has everything about a person, beyond a thousand events, and overwrites no file', async () => {
  await inDatabase((db) =>
    db.run(sql`
      insert into events (user_id, type, outcome, actor_kind)
      select ${ada.userId}, 'session.opened', 'success', 'owner' from generate_series(1, 1100)`),
  )
  const path = join(folder, 'export.json')
  const { status, stdout, said } = users('export', ada.email, '--output', path)
  assert.deepEqual([status, stdout, said], [0, '', `Everything about ${ada.email} is in ${path}.\n`])
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  const written = JSON.parse(await readFile(path, 'utf8'))
  assert.ok(written.events.length > 1100)
  assert.equal(written.nextEvents, null)
  assert.equal(written.events[0].type, 'user.exported')
  await writeFile(path, 'mine')
  const again = users('export', ada.email, '--output', path)
  assert.deepEqual([again.status, again.said], [1, `${path} exists already. It was left as it is.\n`])
  assert.equal(await readFile(path, 'utf8'), 'mine')
  const exported = JSON.parse(users('export', ada.email).stdout)
  // the refusal was no export
  assert.deepEqual(
    exported.events.slice(0, 3).map(({ type }: { type: string }) => type),
    ['user.exported', 'user.exported', 'session.opened'],
  )
  assertNoAccount('export')
})

test('an export gets its name once it is complete', async (t) => {
  const watcher = watch(folder)
  t.after(() => watcher.close())
  const made = once(watcher, 'change')
  users('export', ada.email, '--output', join(folder, 'whole.json'))
  const [, name] = await made
  assert.match(name, /^whole\.json\..+\.part$/)
  assert.ok(!(await readdir(folder)).includes(name))
})

test('an export removes what a killed one of that name left, and nothing else', async () => {
  const left = 'left.json.0123456789ab.part'
  const others = ['other.json.0123456789ab.part', 'left.json.part', 'left.json.mine.part']
  for (const name of [left, ...others]) await writeFile(join(folder, name), 'half')
  users('export', ada.email, '--output', join(folder, 'left.json'))
  const names = await readdir(folder)
  assert.deepEqual(
    [left, 'left.json', ...others].filter((name) => names.includes(name)),
    ['left.json', ...others],
  )
})

test('an account is deleted after days of grace, or at once', () => {
  const { deletesAt } = json('users', 'delete', max.email, ...because)
  assert.ok(Date.parse(deletesAt) > Date.now() + 6 * 86_400_000)
  assert.match(users('find', max.email).stdout, /closing/)
  const { stdout } = users('delete', max.email, ...because)
  assert.match(
    stdout,
    /will be deleted\. Signing in keeps the account until .+ UTC\. All sessions have ended\.\n$/,
  )
  const now = users('delete', max.userId, '--now', ...because)
  assert.deepEqual(
    [now.status, now.stdout],
    [0, `${max.userId} is deleted, with everything held about its person.\n`],
  )
  assert.equal(users('show', max.userId).status, 1)
  assertNoAccount('delete', ...because)
})

test('operators’ actions are listed with their reasons, in full or by key', async () => {
  const { acts } = json('acts')
  const removal = acts.find(({ type }: { type: string }) => type === 'two_factor.disabled')
  assert.deepEqual(
    [removal.userId, removal.actor, removal.reason],
    [ada.userId, { kind: 'operator', id: null }, reason],
  )
  const { stdout } = sallyport('acts', '--limit', '100')
  assert.match(stdout, new RegExp(`two_factor.disabled  ${ada.userId}\n    by a command: ${reason}\n`))
  const key = json('keys', 'add', 'support', '--scope', 'users:read')
  assert.deepEqual(json('acts', '--key', key.id), { acts: [], next: null })
  const wrong = sallyport('acts', '--key', 'support')
  assert.equal(wrong.status, 2)
  assert.match(wrong.said, /^Usage: sallyport acts .*\nkey must be the id of a service key\.\n$/)
})

test('a key may do as much as it was given', () => {
  const usual = json('keys', 'add', 'usual', '--scope', 'users:write')
  const more = json(
    'keys',
    'add',
    'more',
    '--scope',
    'users:write',
    '--acts-per-hour',
    '200',
    '--removals-per-day',
    '9',
  )
  const keys: { id: string; actsPerHour: number; removalsPerDay: number }[] = json('keys', 'list')
  const quotaOf = (wanted: string) => {
    const { actsPerHour, removalsPerDay } = keys.find(({ id }) => id === wanted) ?? {}
    return [actsPerHour, removalsPerDay]
  }
  assert.deepEqual(
    [quotaOf(usual.id), quotaOf(more.id)],
    [
      [60, 5],
      [200, 9],
    ],
  )
  assert.deepEqual(json('keys', 'revoke', more.id), { id: more.id, name: 'more' })
})

test('people’s text cannot move the cursor, and is unchanged in JSON', async () => {
  const evil = 'a\u001b[2J\u009b31m\u202e\nb'
  await inDatabase((db) =>
    db.run(sql`
      insert into events (user_id, type, outcome, actor_kind, reason)
      values (${eve.userId}, 'user.enabled', 'success', 'operator', ${evil})`),
  )
  const text = users('events', eve.email, '--limit', '1').stdout
  assert.ok(text.endsWith('a\ufffd[2J\ufffd31m\ufffd\ufffdb\n'), JSON.stringify(text))
  const { stdout } = users('events', eve.email, '--limit', '1', '--json')
  assert.doesNotMatch(stdout.trimEnd(), /\p{C}/u)
  assert.equal(JSON.parse(stdout).events[0].reason, evil)
  const unknown = users('show', `${evil}@example.com`)
  assert.equal(unknown.status, 2)
  assert.doesNotMatch(unknown.said.trimEnd(), /[^\P{C}\n]/u)
})
