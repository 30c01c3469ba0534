import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { query, startCluster } from '../support/cluster.ts'
import { get } from '../support/http.ts'
import { type Person, refresh, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { type ServiceProcess, spawnService } from '../support/process.ts'
import { assertRefused } from '../support/refusals.ts'
import { isPostgres, testSecretKey } from '../support/service.ts'
import { timed } from '../support/timed.ts'
import { until } from '../support/until.ts'

const skip = !isPostgres
const isLong = process.env.FAULTS === 'long'
const password = 'a password of the role'

const cluster = skip ? undefined : await startCluster({ durable: true })
after(() => cluster?.stop())

type Cluster = NonNullable<typeof cluster>
type Outage = {
  name: string
  /** @returns what ends it */
  begin(cluster: Cluster, database: string): Promise<() => unknown>
  /** What the one line says of it. */
  why: RegExp
  /** Whether reading goes on. */
  canRead?: boolean
  ms?: number
}

/** On the database of the service, as a superuser. */
const inside = (cluster: Cluster, database: string, text: string) =>
  query(Object.assign(new URL(cluster.url), { pathname: database }).href, text)

const dropConnections = (cluster: Cluster, database: string) =>
  query(cluster.url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)

const outages: Outage[] = [
  { name: 'it is killed', begin: (cluster) => cluster.crash(), why: /terminat|ECONN|EPIPE/ },
  {
    name: 'it is stopped at once',
    begin: (cluster) => cluster.quit('immediate'),
    why: /terminat|ECONN|EPIPE|shutting down/,
  },
  { name: 'it is frozen', begin: (cluster) => cluster.freeze(), why: /timeout/, ms: 3_000 },
  ...(isLong
    ? [5_000, 30_000].map((ms) => ({
        name: `it is frozen for ${ms / 1_000} s`,
        begin: (cluster: Cluster) => cluster.freeze(),
        why: /timeout/,
        ms,
      }))
    : []),
  {
    name: 'it can only be read',
    begin: async (cluster, database) => {
      const set = async (value: string) => {
        await query(cluster.url, `alter database ${database} set default_transaction_read_only = ${value}`)
        await dropConnections(cluster, database)
      }
      await set('on')
      return () => set('off')
    },
    why: /read-only transaction|terminat/,
    canRead: true,
  },
  {
    name: 'it has become a replica, and is promoted',
    begin: (cluster) => cluster.demote(),
    why: /read-only transaction|terminat|shutting down|ECONN|EPIPE/,
    canRead: true,
  },
  {
    name: 'its password has been changed',
    begin: async (cluster, database) => {
      await cluster.authenticateBy('scram-sha-256')
      await query(cluster.url, `alter role ${database} password 'another'`)
      await dropConnections(cluster, database)
      return () => query(cluster.url, `alter role ${database} password '${password}'`)
    },
    why: /password authentication failed|terminat/,
  },
  {
    name: 'it has been renamed',
    begin: async (cluster, database) => {
      await query(cluster.url, `alter database ${database} allow_connections false`)
      await dropConnections(cluster, database)
      await query(cluster.url, `alter database ${database} rename to elsewhere`)
      return async () => {
        await query(cluster.url, `alter database elsewhere rename to ${database}`)
        await query(cluster.url, `alter database ${database} allow_connections true`)
      }
    },
    why: /does not exist|terminat|accepting connections/,
  },
  {
    name: 'rights to a table have been taken away',
    begin: async (cluster, database) => {
      await inside(cluster, database, `revoke insert, update on sessions from ${database}`)
      return () => inside(cluster, database, `grant insert, update on sessions to ${database}`)
    },
    why: /right to them: sessions|permission denied for table sessions/,
    canRead: true,
  },
  {
    name: 'the schema may not be used',
    begin: async (cluster, database) => {
      await inside(cluster, database, `revoke usage on schema public from public, pg_database_owner`)
      return () => inside(cluster, database, 'grant usage on schema public to public, pg_database_owner')
    },
    why: /does not exist|permission denied/,
  },
]

/** A database, a role of the same name that owns what is in it, and the settings that lead there. */
const newDatabase = async (cluster: Cluster) => {
  const name = `accounts_${Math.random().toString(36).slice(2, 10)}`
  await query(cluster.url, `create role ${name} login password '${password}'`)
  await query(cluster.url, `create database ${name} owner ${name}`)
  const url = Object.assign(new URL(cluster.url), { username: name, password, pathname: name })
  const db = openPostgres(url.href, () => {})
  await migrate(db).finally(() => db.close())
  return {
    name,
    environment: { DATABASE_URL: url.href, SECRET_KEY: testSecretKey, EMAIL_VERIFICATION: 'off' },
  }
}

/** What the log has that an operator should see. */
const watchLog = ({ child }: ServiceProcess) => {
  const entries: { msg: string; why?: string }[] = []
  child.stdout?.on('data', (chunk) => {
    for (const line of String(chunk).split('\n').filter(Boolean)) {
      const entry = JSON.parse(line)
      if (['warn', 'error', 'fatal'].includes(entry.level) || entry.msg.startsWith('the database can'))
        entries.push(entry)
    }
  })
  return entries
}

/** Asks as people do, for as long as it takes. Nothing but 200 and 503 is ever answered. */
const askAll = async (service: ServiceProcess, person: Person) => {
  const answers = await Promise.all([
    get(service, '/health/ready'),
    get(service, '/users/me', person.accessToken),
    refresh(service, person.refreshToken),
    signIn(service, person),
    tryToRegister(service, { email: `${Math.random()}@example.com`, password: 'correct horse battery' }),
  ])
  for (const answer of answers) if (answer.status >= 400) assertRefused(answer, 503, 'unavailable')
  const [ready, check, ...writes] = answers.map(({ status }) => status)
  return { ready, check, writes }
}

for (const { name, begin, why, canRead = false, ms = 500 } of outages) {
  test(`while ${name}, everything is 503, the log has two lines, and within two seconds it works again`, {
    skip,
    timeout: 120_000,
  }, async () => {
    const { name: database, environment } = await newDatabase(cluster as Cluster)
    const service = await spawnService({ ...environment, REGISTRATIONS_PER_HOUR: '0' })
    const person = await register(service)
    const log = watchLog(service)
    // a good check of the database is trusted for a second, even before the first lost connection is noticed
    await sleep(1_100)

    // of a busy machine, and nothing else
    assert.ok(log.splice(0).every(({ msg }) => msg === 'a statement was slow'))
    const end = await begin(cluster as Cluster, database)
    const endsMs = performance.now() + ms
    do {
      const askedMs = performance.now()
      const { ready, check, writes } = await askAll(service, person)
      assert.ok(performance.now() - askedMs < 8_000, 'no answer takes longer than the deadlines')
      assert.equal(ready, 503)
      assert.equal(check, canRead ? 200 : 503)
      assert.deepEqual(new Set(writes), new Set([503]))
      await sleep(50)
    } while (performance.now() < endsMs)

    await end()
    const backMs = await timed(() => until(async () => (await get(service, '/health/ready')).status === 200))
    assert.ok(backMs < 2_000, `it recovers after ${backMs} ms`)
    let { refreshToken } = person
    for (let times = 0; times < 3; times++)
      ({ refreshToken } = tokensOf(await refresh(service, refreshToken)))
    tokensOf(await signIn(service, person))
    await until(
      () => log.some(({ msg }) => msg.includes('can be used again')),
      () => log,
      10_000,
    )
    assert.deepEqual(
      log.map(({ msg }) => msg.split(':')[0]),
      ['the database cannot be used', 'the database can be used again'],
      JSON.stringify(log),
    )
    assert.match(String(log[0]?.why), why)
    assert.equal(await service.end('SIGTERM'), 0)
    await query((cluster as Cluster).url, `drop database ${database} with (force)`)
  })
}

for (const { name, begin } of isLong ? outages : outages.filter(({ name }) => /killed|is frozen$/.test(name)))
  test(`SIGTERM exits with 0 while ${name}, with pending requests`, { skip, timeout: 120_000 }, async () => {
    const { name: database, environment } = await newDatabase(cluster as Cluster)
    const service = await spawnService(environment)
    const person = await register(service)
    const end = await begin(cluster as Cluster, database)
    const asked = Promise.allSettled(Array.from({ length: 20 }, () => refresh(service, person.refreshToken)))
    await sleep(100)
    assert.equal(await service.end('SIGTERM'), 0)
    await end()
    for (const answer of await asked)
      if (answer.status === 'fulfilled') assertRefused(answer.value, 503, 'unavailable')
  })
