import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { placeOf } from '../../src/platform/db/place.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { whenReachable } from '../../src/platform/db/reach.ts'
import { newLog } from '../../src/platform/log.ts'
import { query, startCluster } from '../support/cluster.ts'
import { isPostgres, testSecretKey } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { startProcess } from '../support/start.ts'
import { until } from '../support/until.ts'

const skip = !isPostgres
const cluster = skip ? undefined : await startCluster()
after(() => cluster?.stop())
const server = new URL(cluster?.url ?? 'postgres://postgres@127.0.0.1:5432/postgres')
const password = 'p4ssw0rd'

const start = (changes: Partial<URL>) =>
  startProcess({
    DATABASE_URL: Object.assign(new URL(server), { password, ...changes }).href,
    SECRET_KEY: testSecretKey,
  })

test('errors that waiting cannot fix stop the start at once, naming setting, server and reason but no password', {
  skip,
}, async () => {
  await query(server.href, "create role locked login password 'another'")
  await cluster?.authenticateBy('scram-sha-256')
  const { host } = server
  for (const [changes, place, why] of [
    [{ pathname: 'nowhere' }, `database nowhere at ${host}`, 'database "nowhere" does not exist'],
    [
      { username: 'locked' },
      `database postgres at ${host}`,
      'password authentication failed for user "locked"',
    ],
    // which the driver says without a code
    [
      { username: 'locked', password: '' },
      `database postgres at ${host}`,
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    ],
  ] as const) {
    const { said, ended } = start(changes)
    assert.equal(await ended, 1)
    assert.equal(said.stderr, `DATABASE_URL: ${place} cannot be used: ${why}\n`)
    assert.doesNotMatch(said.stdout + said.stderr, new RegExp(password))
    assert.doesNotMatch(said.stdout, /trying/)
  }
})

test('a start waits for a server that is away, and SIGTERM ends the wait with 0', { skip }, async () => {
  const waiting = start({ port: '9' })
  await until(() => waiting.said.stdout.includes('trying for 30 s'))
  assert.match(
    waiting.said.stdout,
    /DATABASE_URL.*ECONNREFUSED.*database postgres at 127\.0\.0\.1:9 is unreachable/,
  )
  waiting.child.kill('SIGTERM')
  assert.equal(await waiting.ended, 0)
  assert.equal(waiting.said.stderr, '')
})

test('a service started before its database serves once that is there', { skip }, async () => {
  const launch = await cluster?.quit('immediate')
  const { said, child, ended } = start({})
  await until(() => said.stdout.includes('trying for 30 s'))
  await launch?.()
  await until(() => said.stdout.includes('listening at'))
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})

test('a server that accepts connections and stays silent is reported so, once, when patience ends', {
  skip,
}, async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  after(() => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const databaseUrl = `postgres://ada:${password}@127.0.0.1:${port}/accounts`
  const db = openPostgres(databaseUrl, () => {})
  const logs: string[] = []
  const log = newLog('info', { write: (line: string) => logs.push(line) })
  const reached = whenReachable(placeOf({ databaseUrl, dataDir: '' }), log, () => db.run(sql`select 1`), {
    patienceMs: 4_000,
  })
  const words = `DATABASE_URL: database accounts at 127.0.0.1:${port} cannot be used: it does not answer`
  await assert.rejects(
    reached,
    ({ message }: Error) => message.startsWith(words) && !message.includes(password),
  )
  assert.equal(logs.length, 1)
  await db.close()
})
