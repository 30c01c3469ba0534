import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from '../../src/platform/db/db.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { assertKept, live, newLedger } from '../support/acknowledged.ts'
import { runCli } from '../support/cli.ts'
import { type Cluster, query, startCluster } from '../support/cluster.ts'
import { assertFound, examine } from '../support/examine.ts'
import { freePort } from '../support/free-port.ts'
import { get } from '../support/http.ts'
import { refresh, register, tokensOf } from '../support/people.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { spawnService } from '../support/process.ts'
import { isPostgres, testSecretKey } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startProcess } from '../support/start.ts'
import { timed } from '../support/timed.ts'

const skip = !isPostgres
const isLong = process.env.FAULTS === 'long'
const password = 'sw0rdfish'

const clusters = skip ? [] : [await startCluster({ durable: true }), await startCluster({ durable: true })]
after(() => Promise.all(clusters.map((cluster) => cluster.stop())))

const guide = await readFile(new URL('../../docs/guides/beyond-one-machine.md', import.meta.url), 'utf8')
/** Who is the primary, and who its standby. They change places. */
let [primary, standby] = clusters as [Cluster, Cluster]
const places = clusters.map(({ url }) => new URL(url).host)
const listOf = (...hosts: string[]) => `postgres://postgres:${password}@${hosts.join()}/postgres`
const list = listOf(...places)

/** Does on a server what the guide says in the block that has these words. */
const byGuide = async ({ url }: Cluster, words: string) => {
  const blocks = [...guide.matchAll(/^ *```sql\n(.*?)^ *```$/gms)].map(([, block = '']) => block)
  const statements = blocks
    .find((block) => block.includes(words))
    ?.trim()
    .split('\n')
  assert.ok(statements, words)
  for (const statement of statements) await query(url, statement)
}

/** `standby` has everything that `primary` acknowledges, before it does. */
const follow = async () => {
  await standby.follow(primary)
  await byGuide(primary, 'synchronous_standby_names =')
  const synchronous = "select from pg_stat_replication where sync_state = 'sync'"
  await until(
    async () => (await query(primary.url, synchronous)).length === 1,
    'there is a synchronous standby',
  )
}

/** @returns how long the new primary has been one */
const promote = async () => {
  await byGuide(standby, 'pg_promote')
  const promotedMs = performance.now()
  ;[primary, standby] = [standby, primary]
  return () => performance.now() - promotedMs
}

const set = async ({ url }: Cluster, name: string, value: string) => {
  await query(url, `alter system set ${name} = ${value}`)
  await query(url, 'select pg_reload_conf()')
  // who connects by then has it, and the others have been told to read it
  const read = async () => (await query(url, `show ${name}`))[0]?.[name] === value.replaceAll("'", '')
  await until(read, `${name} is ${value}`)
}

// but for what a primary that was cut off still does for a client that has gone: it waits for a standby, for ever
const sallyports =
  "select pid from pg_stat_activity where application_name = 'sallyport' and wait_event is distinct from 'SyncRep'"
const endSallyport =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sallyport'"

const until = async (is: () => Promise<boolean>, what: string, ms = 10_000) => {
  for (const endMs = performance.now() + ms; !(await is()); await sleep(20))
    assert.ok(performance.now() < endMs, `not in ${ms} ms: ${what}`)
}

const connectionsTo = async ({ url }: Cluster) => (await query(url, sallyports)).length

const works = (db: Runner) =>
  many(db, portOf).then(
    () => true,
    () => false,
  )

const portOf = sql`select current_setting('port') as port`
const servingPort = async (db: ReturnType<typeof openPostgres>) =>
  `127.0.0.1:${((await many(db, portOf))[0] as unknown as { port: string }).port}`

if (!skip) {
  const db = openPostgres(primary.url, () => {})
  await migrate(db).finally(() => db.close())
  await follow()
}

/** A database for one test, which is told in `changes` which server serves. */
const open = (t: { after(end: () => Promise<void>): void }, url: string) => {
  const changes: string[] = []
  const db = openPostgres(
    url,
    () => {},
    (name) => changes.push(name),
  )
  let closed: Promise<void> | undefined
  const close = () => (closed ??= db.close())
  t.after(close)
  return { db: { ...db, close }, changes }
}

test('the first suitable server of several is used: a standby is skipped, unless any will do', {
  skip,
}, async (t) => {
  const [writes, reads] = [primary, standby].map(({ url }) => new URL(url).host) as [string, string]
  for (const [url, serves] of [
    [listOf(writes, reads), writes],
    [listOf(reads, writes), writes],
    [`${listOf(reads, writes)}?target_session_attrs=primary`, writes],
    [`${listOf(reads, writes)}?target_session_attrs=any`, reads],
    [`${listOf('127.0.0.1:9', 'nowhere.invalid', writes)}?target_session_attrs=any`, writes],
  ] as const) {
    const { db, changes } = open(t, url)
    assert.equal(await servingPort(db), serves)
    assert.equal(db.server?.(), serves)
    assert.deepEqual(changes, [serves])
  }
})

test('a silent server is skipped after a second, and asked last from then on', {
  skip,
}, async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => void silent.close())
  const mute = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  const { db, changes } = open(t, listOf(mute, mute, ...places))
  const began = performance.now()
  const refusedMs = await timed(() => assert.rejects(many(db, portOf), { status: 503 }))
  assert.ok(refusedMs < 1_500, 'nobody waits for a search to end')
  await until(() => works(db), 'it is passed over', 3_000)
  assert.ok(performance.now() - began > 1_900)

  const leavingMs = await timed(async () => {
    await assert.rejects(many(db, sql`select pg_terminate_backend(pg_backend_pid())`), { status: 503 })
    await until(() => works(db), 'it is asked last')
  })
  assert.ok(leavingMs < 900, `${leavingMs} ms`)
  assert.deepEqual(changes, [new URL(primary.url).host])
})

test('work waiting for a connection continues at once after a failover', { skip }, async (t) => {
  const { db } = open(t, list)
  const busy = Promise.allSettled(
    Array.from({ length: 10 }, () => many(db, sql`select pg_sleep(2)::text as a_long_time`)),
  )
  await until(async () => (await connectionsTo(primary)) === 10, 'all connections are at work')
  const waiting = Promise.all(Array.from({ length: 5 }, () => many(db, portOf)))
  const one =
    "where pid in (select pid from pg_stat_activity where query like '%a_long_time%' and pid <> pg_backend_pid() limit 1)"
  const tookMs = await timed(async () => {
    await query(primary.url, `select pg_terminate_backend(pid) from pg_stat_activity ${one}`)
    await waiting
  })
  assert.ok(tookMs < 900, `${tookMs} ms`)
  const ends = (await busy).map(({ status }) => status)
  assert.deepEqual(
    ends.toSorted(),
    [...Array(9).fill('fulfilled'), 'rejected'],
    'what was under way ends by itself',
  )
})

test('a server lost while its connections close is released once', { skip }, async (t) => {
  const { db } = open(t, list)
  const out = assert.rejects(many(db, sql`select pg_sleep(5)::text`), { status: 503 })
  await until(async () => (await connectionsTo(primary)) === 1, 'the statement is out')
  const closed = db.close()
  await query(primary.url, endSallyport)
  await Promise.all([out, closed])
})

test('a single lost connection is enough to release all, and to look for the server again', {
  skip,
}, async (t) => {
  const { db, changes } = open(t, list)
  await Promise.all(Array.from({ length: 5 }, () => many(db, sql`select pg_sleep(0.2)::text`)))
  assert.equal(await connectionsTo(primary), 5)
  await assert.rejects(many(db, sql`select pg_terminate_backend(pg_backend_pid())`), { status: 503 })
  assert.ok(await works(db))
  await until(async () => (await connectionsTo(primary)) === 1, 'the others are closed', 5_000)
  await Promise.all(Array.from({ length: 5 }, () => many(db, sql`select pg_sleep(0.2)::text`)))
  await query(primary.url, `${endSallyport} and pid in (select max(pid) from (${sallyports}) as ours)`)
  await until(async () => (await connectionsTo(primary)) === 0, 'idle ones are closed, too', 5_000)
  assert.ok(await works(db))
  assert.equal(changes.length, 1, 'it is the same server')
})

test('a server without free connections is not abandoned', { skip }, async (t) => {
  await query(primary.url, 'create role few login connection limit 1')
  t.after(() => query(primary.url, 'drop role few'))
  const { db } = open(t, list.replace('//postgres:', '//few:'))
  const busy = many(db, sql`select pg_sleep(0.5)::text`)
  await until(async () => db.server?.() !== undefined, 'it is connected')
  await assert.rejects(many(db, portOf), ({ cause }: Error) => Object(cause).code === '53300')
  assert.equal(db.server?.(), new URL(primary.url).host)
  await busy
})

test('nothing connects after closing', { skip }, async (t) => {
  const { db } = open(t, list)
  await db.close()
  await assert.rejects(many(db, portOf), { status: 503 })
})

test('while no server takes writes, everything is refused at once, with few connection attempts', {
  skip,
}, async (t) => {
  const { db } = open(t, listOf('127.0.0.1:9', new URL(standby.url).host))
  const tried = () =>
    query(standby.url, "select sessions from pg_stat_database where datname = 'postgres'").then(([row]) =>
      Number(row?.sessions),
    )
  const [before, began] = [await tried(), performance.now()]
  while (performance.now() - began < 1_500) {
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => many(db, portOf)))
    for (const each of all) {
      assert.equal(each.status, 'rejected')
      assert.match(
        String((each as PromiseRejectedResult).reason.cause.message),
        /^no server takes writes: 127\.0\.0\.1:9: .*ECONNREFUSED.*; 127\.0\.0\.1:\d+: it is a standby$/,
      )
    }
  }
  await sleep(1_000)
  assert.ok((await tried()) - before < 25, `${(await tried()) - before} connections`)
})

for (const behind of ['nothing', 'PgBouncer'])
  test(`a server turning read-only answers no more reads on open connections, with ${behind} before it`, {
    skip,
  }, async (t) => {
    const bouncer = behind === 'PgBouncer' ? await startPgBouncer(new URL(primary.url)) : undefined
    if (behind === 'PgBouncer' && !bouncer) return t.skip('there is no pgbouncer on this machine')
    t.after(() => bouncer?.stop())
    const { db } = open(t, listOf(new URL(bouncer?.url ?? primary.url).host, new URL(standby.url).host))
    await Promise.all(Array.from({ length: 5 }, () => many(db, sql`select pg_sleep(0.05)::text`)))
    await set(primary, 'default_transaction_read_only', 'on')
    // PgBouncer connects anew, and the service does not hear of it
    if (bouncer) await query(primary.url, endSallyport)
    try {
      for (let times = 0; times < 10; times++) await assert.rejects(many(db, portOf), { status: 503 })
      const read = db.transaction((runner) => many(runner, portOf))
      await assert.rejects(read, { status: 503 })
    } finally {
      await set(primary, 'default_transaction_read_only', 'off')
    }
    await until(() => works(db), 'it serves again', 2_000)
  })

test('a service started while no server takes writes serves once one does', { skip }, async () => {
  await set(primary, 'default_transaction_read_only', 'on')
  const { child, said, ended } = startProcess({ DATABASE_URL: list, SECRET_KEY: testSecretKey })
  await until(async () => said.stdout.includes('is unreachable; retrying'), 'it waits', 30_000)
  await set(primary, 'default_transaction_read_only', 'off')
  await until(async () => said.stdout.includes('listening at'), 'it serves', 30_000)
  child.kill('SIGTERM')
  await ended
})

test('the doctor checks each server, and all of them together', { skip }, async () => {
  const settings = { DATABASE_URL: list, SECRET_KEY: testSecretKey, PORT: '0' }
  const told = async (DATABASE_URL = list) =>
    (await examine({ ...settings, DATABASE_URL })).filter(({ name }) => name === 'servers')
  const [writes, reads] = [primary, standby].map(({ url }) => new URL(url).host) as [string, string]
  assert.deepEqual(
    (await told(listOf(writes, reads))).map(({ status, message }) => `${status} ${message}`),
    [`ok ${writes} takes writes.`, `ok ${reads} is a standby.`],
  )
  assert.match(
    (await examine(settings)).find(({ name }) => name === 'connections')?.message ?? '',
    /room for/,
  )
  const gone = await told(listOf(writes, '127.0.0.1:9'))
  assertFound(gone, 'servers', 'warn', /127\.0\.0\.1:9 cannot be asked: .*ECONNREFUSED/, /takes over/)
  assertFound(await told(listOf(reads, '127.0.0.1:9')), 'servers', 'fail', /^No server takes/, /Promote/)
  const both = await told(listOf(writes, writes))
  assertFound(both, 'servers', 'fail', /^Several .*:\d+, on timeline 1; .*, on timeline 1\.$/, /at once/)
  await set(primary, 'synchronous_standby_names', "''")
  assertFound(await told(), 'servers', 'warn', /waits for no standby/, /synchronous_standby_names/)
  await set(primary, 'synchronous_standby_names', "'*'")
  await set(primary, 'default_transaction_read_only', 'on')
  assertFound(await told(), 'servers', 'warn', /primary that takes no writes/, /read_only/)
  await set(primary, 'default_transaction_read_only', 'off')
  assert.doesNotMatch(JSON.stringify(gone), /fish/)
  assert.deepEqual(await told(listOf(writes)), [])
})

/** Takes the primary away. @returns what brings it back, as something that must not be used */
const ends: Record<string, (old: Cluster) => Promise<() => Promise<unknown>>> = {
  'is killed': async (old) => {
    await old.crash()
    return follow
  },
  ...(isLong && {
    'is frozen, and goes on as if nothing had been': async (old: Cluster) => {
      const thaw = await old.freeze()
      // longer than anybody waits for an answer
      await sleep(6_000)
      return async () => thaw()
    },
  }),
  'is shut down': async (old) => {
    await old.quit('fast')
    return follow
  },
  'can only be read, and keeps its connections': async (old) => {
    await set(old, 'default_transaction_read_only', 'on')
    return async () => {}
  },
}

for (const [name, end] of Object.entries(ends))
  for (let round = 1; round <= (isLong ? 10 : name === 'is killed' ? 2 : 1); round++)
    test(`the primary ${name}, and within two seconds of its promotion the standby serves (${round})`, {
      skip,
      timeout: 120_000,
    }, async (t) => {
      const environment = { DATABASE_URL: list, SECRET_KEY: testSecretKey, EMAIL_VERIFICATION: 'off' }
      const monitored = { address: `http://127.0.0.1:${await freePort()}` }
      const service = await spawnService({
        ...environment,
        REGISTRATIONS_PER_HOUR: '0',
        ADMIN_LISTEN: new URL(monitored.address).port,
      })
      const person = await register(service)
      const [ledger, state] = [newLedger(), { isWanted: true }]
      const lives = Array.from({ length: 2 }, () => live(service, ledger, () => state.isWanted))
      const load = Promise.all(lives)
      load.catch(() => {})
      await sleep(1_500)

      const [old, next] = [primary, standby]
      const comeBack = await end(old)
      await sleep(500)
      assert.equal((await get(service, '/health/ready')).status, 503)
      const sincePromotion = await promote()
      let { refreshToken } = person
      const tookMs = await timed(async () => {
        for (let done = 0; done < 3; await sleep(10)) {
          const refreshed = await refresh(service, refreshToken)
          assert.ok(sincePromotion() < 20_000, `after ${sincePromotion()} ms: ${refreshed.text}`)
          if (refreshed.status === 503) continue
          ;({ refreshToken } = tokensOf(refreshed))
          done++
        }
      })
      assert.ok(tookMs < 2_000, `${tookMs} ms`)
      const before = ledger.accounts.length
      await comeBack()
      await sleep(1_000)
      await until(async () => ledger.accounts.length > before, 'people go on', 30_000)
      assert.equal(await connectionsTo(old), 0, 'the old server is in use')
      state.isWanted = false
      await load
      await assertKept(service, ledger)
      assert.ok((await connectionsTo(next)) > 0)
      const { text } = await get(monitored, '/metrics')
      assert.deepEqual(text.match(/^sallyport_db_server.*$/gm), [
        `sallyport_db_server{server="${new URL(next.url).host}"} 1`,
      ])

      const all = service.said.join('\n')
      const changes = service.said.filter((line) => line.includes('another server takes writes'))
      assert.equal(changes.length, 1, changes.join('\n'))
      assert.ok(changes[0]?.includes(new URL(next.url).host))
      assert.equal(all.match(/the database cannot be used/g)?.length, 1)
      assert.ok(!all.includes(password))
      assert.equal(await service.end('SIGTERM'), 0)
      t.diagnostic(
        `${Math.round(tookMs)} ms; ${ledger.accounts.length} accounts, ${ledger.refused} answers of 503`,
      )
      if (/read|frozen/.test(name)) await follow()
    })

test('commands find the server that takes writes', { skip }, () => {
  for (const hosts of [places, places.toReversed()]) {
    const { status, stderr } = runCli(
      { DATABASE_URL: listOf(...hosts), SECRET_KEY: testSecretKey },
      'migrate',
    )
    assert.equal(status, 0, stderr)
    assert.ok(stderr.includes(`database postgres at ${hosts.join(', ')}`), stderr)
    assert.ok(!stderr.includes(password))
  }
})
