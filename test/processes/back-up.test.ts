import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { verified } from '../../src/platform/db/back-up/read.ts'
import { restore } from '../../src/platform/db/back-up/restore.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migration-files.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { atEnd } from '../support/at-end.ts'
import {
  backUpOf,
  beside,
  blankDatabase,
  blankFolder,
  emptyFolder,
  linesOf,
  restoreInto,
} from '../support/back-ups.ts'
import { childEnvironment } from '../support/child.ts'
import { besideCli, runCliPiped, runCliUnread, startCli } from '../support/cli.ts'
import { setForDatabase } from '../support/cluster.ts'
import { blocksOf, newGuideShell } from '../support/guide-shell.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { publicUrl } from '../support/mailing.ts'
import { addPasskey, signInBy } from '../support/passkeys.ts'
import {
  newEmail,
  type Person,
  refresh,
  register,
  signIn,
  tokensOf,
  tryToRegister,
} from '../support/people.ts'
import { answerChallenge, begin, challengeFor, registerGuarded } from '../support/second-factor.ts'
import { isCitus, isPostgres, newDatabase, startTestService, testSecretKey } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { first, many, sql } from '../support/sql.ts'

const rounds = Number(process.env.BACK_UP_ROUNDS ?? 1)

// many come from one address here
const settings = { PUBLIC_URL: publicUrl, REGISTRATIONS_PER_HOUR: '0', FAILURES_PER_ADDRESS: '0' }
const service = await startTestService(settings)
const { environment } = service

/** Several servers are backed up while nobody writes. There, whoever waited in vain asks again, as clients do. */
const whenServed = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await ask()
    if (!isCitus || answer.status !== 503) return answer
  }
}

const comeIn = async (): Promise<Person> => {
  const credentials = { email: newEmail(), password: 'a password of the tests' }
  const tokens = tokensOf(await whenServed(() => tryToRegister(service, credentials)), 201)
  const { body } = await get(service, '/users/me', tokens.accessToken)
  return { ...credentials, userId: body.id, ...tokens }
}

/** Registers, refreshes, signs in and closes accounts until told to stop. @returns those that there must be */
const live = (stop: AbortSignal) => {
  const there: Person[] = []
  const one = async () => {
    for (let nth = 0; !stop.aborted; nth++) {
      const person = await comeIn()
      tokensOf(await whenServed(() => refresh(service, person.refreshToken)))
      tokensOf(await whenServed(() => signIn(service, person)))
      if (nth % 3 > 0) there.push(person)
      else await whenServed(() => close(person))
    }
  }
  return { there, done: Promise.all([one(), one(), one()]) }
}

/** Begins again until somebody was served meanwhile. @returns who was there before */
const backUpBeside = async (there: readonly Person[]) => {
  for (let tries = 0; tries < 10; tries++) {
    const before = [...there]
    const path = await backUpOf(environment)
    // several servers show one state while nobody writes
    if (there.length > before.length || isCitus) return { before, path }
  }
  throw new Error('nobody was served during a back-up')
}

const close = ({ userId, accessToken: token, password }: Person) =>
  send(service, 'DELETE', `/users/${userId}`, { token, body: { password } })

test('every account acknowledged before a back-up began signs in once it is restored', {
  timeout: 1_800_000,
}, async () => {
  const guarded = await registerGuarded(service)
  const { passkey } = await addPasskey(service, await register(service))
  const { key } = await newServiceKey(service)
  for (let round = 0; round < rounds; round++) {
    const stop = new AbortController()
    const { there, done } = live(stop.signal)
    while (there.length < 6) await sleep(10)
    const { before, path } = await backUpBeside(there)
    stop.abort()
    await done
    for (const target of await beside(await newDatabase())) {
      await restoreInto(target, path)
      const restored = await startTestService({ ...target, ...settings })
      for (const person of before) tokensOf(await signIn(restored, person))
      restored.clock.nowMs = service.clock.nowMs += 30_000
      const challenge = await challengeFor(restored, guarded)
      tokensOf(await answerChallenge(restored, challenge, guarded.code()))
      tokensOf(await signInBy(restored, passkey))
      const asked = await post(restored, '/auth/introspect', { token: 'none' }, { token: key })
      assert.deepEqual([asked.status, asked.body], [200, { active: false }])
      // also those for which rows are numbered
      tokensOf(await refresh(restored, (await register(restored)).refreshToken))
      await restored.stop()
    }
  }
})

test('a back-up of a restored database is identical, in every direction', async () => {
  const original = await backUpOf(environment)
  for (const target of await beside(await blankDatabase())) {
    await restoreInto(target, original)
    const [header = '', ...rows] = await linesOf(await backUpOf(target))
    const [originalHeader = '', ...originalRows] = await linesOf(original)
    assert.deepEqual(rows.slice(0, -1).sort(), originalRows.slice(0, -1).sort())
    const { tables, schema, keyIds } = JSON.parse(header.slice(header.indexOf('\t')))
    const expected = JSON.parse(originalHeader.slice(originalHeader.indexOf('\t')))
    assert.deepEqual([tables, schema, keyIds], [expected.tables, expected.schema, expected.keyIds])
  }
})

test('a back-up is readable by its owner alone, holds no key, and replaces nothing', async () => {
  const path = await backUpOf(environment)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(dirname(path)), ['sallyport.backup'])
  assert.ok(!gunzipSync(await readFile(path)).includes(testSecretKey))
  const before = await readFile(path)
  const again = await besideCli(environment, 'back-up', path)
  assert.deepEqual([again.status, /exists already/.test(again.stderr)], [1, true])
  assert.deepEqual(await readFile(path), before)
})

test('a dangling symbolic link counts as an existing file, too', async () => {
  const folder = await emptyFolder()
  await symlink(join(folder, 'nothing'), join(folder, 'link'))
  const { status, stderr } = await besideCli(environment, 'back-up', join(folder, 'link'))
  assert.deepEqual([status, /exists already/.test(stderr)], [1, true])
  assert.doesNotMatch(stderr, /accounts/, 'it was read all the same')
  assert.deepEqual(await readdir(folder), ['link'])
})

test('a back-up that nobody reads has failed', async () => {
  const settings = { ...(await newDatabase()), SECRET_KEY: testSecretKey }
  const { status, stderr } = runCliUnread(settings, 'back-up', '-')
  assert.equal(status, 1)
  assert.doesNotMatch(stderr, /complete|\n {4}at /)
  assert.match(stderr, /\nThe standard output was closed before the back-up was whole\.\n$/)
})

test('a back-up that is stopped says so, and leaves nothing behind', {
  skip: !isPostgres || isCitus,
}, async () => {
  const folder = await emptyFolder()
  const { db } = service.deps
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const isWaiting = async () =>
    (await many(db, sql`select from pg_locks where not granted and relation = 'users'::regclass`)).length > 0
  let child: ReturnType<typeof startCli> | undefined
  const locked = db.transaction(async (runner) => {
    await runner.script('lock table users in access exclusive mode')
    child = startCli(environment, 'back-up', join(folder, 'sallyport.backup'))
    await mayEnd
  })
  while (!(await isWaiting())) await sleep(20)
  assert.ok(child)
  const stderr = text(child.stderr)
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  // it is at its lock, and takes the signal at once
  await sleep(300)
  end()
  await locked
  assert.deepEqual(await exited, [1, null])
  assert.match(await stderr, /^It was stopped\. Nothing was kept\.$/m)
  assert.deepEqual(await readdir(folder), [])
})

/** With another byte there, whatever it is. */
const altered = (bytes: Buffer, at: number) =>
  Buffer.from(bytes.map((byte, nth) => (nth === at ? byte ^ 1 : byte)))

test('an incomplete back-up is refused before anything is changed', async () => {
  const path = await backUpOf(environment)
  const [packed, text] = [await readFile(path), (await linesOf(path)).map((line) => `${line}\n`)]
  const nothing = { DATA_DIR: join(await emptyFolder(), 'none'), SECRET_KEY: testSecretKey }
  const newer = (text[0] ?? '').replace('"format":1', '"format":2')
  const versioned = (text[0] ?? '').replace(/"version":\d+/, '"version":9999')
  const cases: [Buffer, RegExp][] = [
    [packed.subarray(0, packed.length / 2), /is damaged/],
    [altered(packed, 400), /is damaged/],
    [gzipSync(text.slice(0, -1).join('')), /is damaged: its end is missing/],
    [gzipSync(text.join('').replace('@example.com', '@example.org')), /is damaged: it was altered/],
    [gzipSync(text.filter((_, nth) => nth !== 5).join('')), /is damaged: it was altered/],
    [gzipSync([...text, text[5]].join('')), /is damaged: something follows/],
    [Buffer.from('select 1'), /is damaged/],
    [gzipSync('select 1\n'), /is not a back-up/],
    [gzipSync([newer, ...text.slice(1)].join('')), /newer program/],
    [gzipSync([versioned, ...text.slice(1)].join('')), /is damaged: it was altered/],
    [Buffer.alloc(0), /is damaged/],
  ]
  for (const [nth, [content, complaint]] of cases.entries()) {
    await writeFile(path, content)
    const { status, stderr } = await besideCli(nothing, 'restore', path, ...(nth % 2 ? ['--check'] : []))
    assert.match(stderr, complaint, `case ${nth}`)
    assert.equal(status, 1)
  }
  await assert.rejects(stat(nothing.DATA_DIR))
})

test('a back-up from a pipe can be checked, but not restored, since that reads it twice', async () => {
  const path = await backUpOf(environment)
  const nothing = { DATA_DIR: join(await emptyFolder(), 'none'), SECRET_KEY: testSecretKey }
  const { status, stderr } = runCliPiped(nothing, path, 'restore', '/dev/stdin')
  assert.deepEqual(
    [status, stderr],
    [1, '/dev/stdin is not a file. Save the back-up to one: it is read twice. Nothing was restored.\n'],
  )
  await assert.rejects(stat(nothing.DATA_DIR))
  const checked = runCliPiped(nothing, path, 'restore', '/dev/stdin', '--check')
  assert.deepEqual([checked.status, /^The back-up is whole/.test(checked.stderr)], [0, true], checked.stderr)
})

test('an unusable back-up is refused before a database is created for it', async () => {
  const [header = '', ...rows] = (await linesOf(await backUpOf(environment))).slice(0, -1)
  const data = [header.replace(/"version":\d+/, '"version":9999'), ...rows]
    .map((line) => `${line}\n`)
    .join('')
  const digest = createHash('sha256').update(data).digest('hex')
  const folder = await emptyFolder()
  const path = join(folder, 'newer')
  await writeFile(path, gzipSync(`${data}end\t${JSON.stringify({ rows: {}, digest })}\n`))
  const nothing = { DATA_DIR: join(folder, 'none'), SECRET_KEY: testSecretKey }
  for (const options of [['--check'], []]) {
    const { status, stderr } = await besideCli(nothing, 'restore', path, ...options)
    assert.deepEqual([status, /schema version 9999/.test(stderr)], [1, true], stderr)
  }
  const misspelt = await besideCli(nothing, 'restore', join(folder, 'newr'))
  assert.match(misspelt.stderr, /newr cannot be read: ENOENT/)
  assert.deepEqual(await readdir(folder), ['newer'])
})

const openEmpty = async () => {
  const { DATABASE_URL, DATA_DIR = '' } = await newDatabase()
  const db = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }, () => {})
  atEnd(db.close)
  return db
}

const oneUser = `insert into users (id) values ('00000000-0000-7000-8000-000000000001')`
const usersIn = async (db: Db) => (await many(db, sql`select from users`)).length

test('a file changed after it was checked is not restored', async () => {
  await register(service)
  const path = await backUpOf(environment)
  const found = await verified(path)
  const text = (await linesOf(path)).map((line) => `${line}\n`).join('')
  await writeFile(path, gzipSync(text.replace('@example.com', '@example.org')))
  const db = await openEmpty()
  await assert.rejects(restore(db, path, found), /was altered. Nothing was restored/)
  assert.equal(await usersIn(db), 0)
})

test('an account created while a restore begins is kept, and the restore refused', async () => {
  const path = await backUpOf(environment)
  const db = await openEmpty()
  const late: Db = {
    ...db,
    transaction: async (work, options) => {
      await db.script(oneUser)
      return db.transaction(work, options)
    },
  }
  await assert.rejects(restore(late, path, await verified(path)), /is not empty/)
  assert.equal(await usersIn(db), 1)
})

test('a database that is not empty is left as it is', async () => {
  const path = await backUpOf(environment)
  const target = { ...(await newDatabase()), SECRET_KEY: testSecretKey }
  const other = await startTestService(target)
  const person = await register(other)
  await other.stop()
  const { status, stderr } = await besideCli(target, 'restore', path)
  assert.deepEqual([status, /is not empty.*Nothing was changed/.test(stderr)], [1, true], stderr)
  const again = await startTestService(target)
  tokensOf(await signIn(again, person))
})

test('sessions continue after a restore, unless they are to end', async () => {
  const person = await register(service)
  await beginEverything(person)
  const path = await backUpOf(environment)
  for (const [options, status, waiting] of [
    [[], 200, { links: ['invite', 'reset', 'verification'], others: 3 }],
    [['--end-sessions'], 401, { links: ['invite', 'verification'], others: 0 }],
  ] as const) {
    const folder = { ...(await newDatabase()), SECRET_KEY: testSecretKey }
    await restoreInto(folder, path, ...options)
    const restored = await startTestService({ ...folder, ...settings })
    assert.equal((await get(restored, '/users/me', person.accessToken)).status, status)
    assert.deepEqual(await waitingOf(restored, person), waiting)
    tokensOf(await signIn(restored, person))
    await restored.stop()
  }
})

/** Everything that an account can have begun and not completed. */
const beginEverything = async (person: Person) => {
  await begin(service, person)
  const { userId, email } = person
  const { db } = service.deps
  for (const kind of ['invite', 'reset', 'verification'])
    await db.run(sql`
      insert into mail_links (user_id, kind, digest, canonical, typed, expires_at)
      values (${userId}, ${kind}, ${Buffer.from(kind)}, ${email}, ${email}, now() + interval '1 hour')
      on conflict (user_id, kind) do nothing`)
  await db.run(sql`
    insert into two_factor_resets (user_id, digest, sealed_token, next_at, hours_left)
    select user_id, '', sealed_secret, now() + interval '1 day', 48 from pending_apps where user_id = ${userId}`)
  await db.run(sql`
    insert into identity_links (user_id, digest, provider, subject, expires_at)
    values (${userId}, '', 'acme', '1', now() + interval '1 hour')`)
}

const waitingOf = async ({ deps: { db } }: typeof service, { userId }: Person) => {
  const links = await db.run<{ kind: string }>(sql`
    select kind from mail_links where user_id = ${userId} order by kind`)
  const [others] = await db.run<{ count: number }>(sql`
    select ((select count(*) from pending_apps where user_id = ${userId})
      + (select count(*) from two_factor_resets where user_id = ${userId})
      + (select count(*) from identity_links where user_id = ${userId}))::integer as count`)
  return { links: links.map(({ kind }) => kind), others: others?.count }
}

test('a key for a year is restored, whatever the time zones of the servers', {
  skip: !isPostgres && 'the embedded database has one',
}, async () => {
  const inBerlin = async () => {
    const { DATABASE_URL = '', DATA_DIR = '' } = await newDatabase()
    await setForDatabase(DATABASE_URL, "timezone = 'Europe/Berlin'")
    return { DATABASE_URL, DATA_DIR, SECRET_KEY: testSecretKey }
  }
  const source = await inBerlin()
  const db = openPostgres(source.DATABASE_URL, () => {})
  // by its clocks, these years are an hour longer, and an hour shorter, than 365 days
  for (const at of ['2029-03-28T10:00:00Z', '2026-10-28T10:00:00Z'])
    await db.script(`
      insert into service_keys (id, digest, name, scopes, networks, created_at, expires_at)
      values (gen_random_uuid(), '', 'tests', '{}', '{}', '${at}', '${at}'::timestamptz + interval '365 days')`)
  await db.close()
  const path = await backUpOf(source)
  for (const target of [await blankFolder(), await inBerlin()])
    assert.match(await restoreInto(target, path), /is restored/)
})

test('a missing or wrong key is named plainly', async () => {
  const path = await backUpOf(environment)
  const told = async (given: Record<string, string>) => {
    const settings = { DATA_DIR: join(dirname(path), 'none'), ...given }
    const { status, stderr } = await besideCli(settings, 'restore', path, '--check')
    return `${status} ${stderr}`
  }
  assert.match(await told({}), /^1 .*The key is missing: set SECRET_KEY, or put the key at/s)
  const DATABASE_URL = 'postgres://127.0.0.1:1/nothing'
  assert.match(await told({ DATABASE_URL }), /^1 .*The key is missing: set SECRET_KEY before you start/s)
  const SECRET_KEY = 'another secret of 32 bytes or more'
  assert.match(await told({ SECRET_KEY }), /^1 .*SECRET_KEY is not the key/s)
  assert.doesNotMatch(await told({ SECRET_KEY: testSecretKey }), /^[^0]|key is|the key/)
})

test("the guide's commands do what it says", async () => {
  const person = await register(service)
  const [make = '', intoServer = '', intoFolder = ''] = await blocksOf('back-up', 'sh')
  const { run } = await newGuideShell()
  await run(make, childEnvironment(environment))
  const { DATABASE_URL = '', SECRET_KEY } = await blankDatabase()
  // of which the command makes a database
  const DATA_DIR = join(await emptyFolder(), 'restored')
  const block = isPostgres
    ? intoServer.replace(/postgres:\S+/, DATABASE_URL)
    : intoFolder.replace('./restored', DATA_DIR)
  assert.ok(block.includes(isPostgres ? DATABASE_URL : DATA_DIR))
  await run(block, childEnvironment({ SECRET_KEY }))
  const restored = await startTestService({ DATABASE_URL, DATA_DIR, SECRET_KEY, ...settings })
  tokensOf(await signIn(restored, person))
})

test('a back-up of an older schema is migrated', async () => {
  const old = await blankDatabase()
  const db = await openDatabase({ databaseUrl: old.DATABASE_URL, dataDir: String(old.DATA_DIR) }, () => {})
  const migrations = await readMigrations()
  await migrate(db, migrations.slice(0, 12))
  await db.script(oneUser)
  await db.close()
  const path = await backUpOf(old)
  const [header = ''] = await linesOf(path)
  assert.match(header, /"schema":\{"version":12,/)
  assert.doesNotMatch(header, /passkeys/)
  const target = await blankFolder()
  await restoreInto(target, path)
  const restored = await startTestService(target)
  const found = await first<{ users: number; version: number }>(
    restored.deps.db,
    sql`select (select count(*)::integer from users) as users, (select max(version) from migrations) as version`,
  )
  assert.deepEqual(found, { users: 1, version: migrations.length })
})
