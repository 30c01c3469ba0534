import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startCluster } from '../test/support/cluster.ts'
import { sallyport } from './contenders/sallyport.ts'
import { createDatabase } from './database.ts'
import { startService } from './service.ts'
import { median } from './statistics.ts'
import { newVisitor } from './visitor.ts'

/**
 * The size of each hosted page, its duration, one at a time over one connection, and its number of database
 * transactions, which are its round trips.
 */
const times = 200
/** PostgreSQL writes its counters down once a second. */
const countingMs = 2_500

const pages = [
  '/health/live',
  '/',
  '/account/sign-in',
  '/account/register',
  '/account/forgot-password',
  '/account/sign-out',
  '/account',
  '/account/activity',
  '/account/sessions',
  '/account/two-factor',
  '/account/two-factor/set-up',
  '/account/email',
  '/account/password',
  '/account/data',
  '/account/close',
  '/account/confirm-it-is-you',
]
const isForStrangers = (path: string) =>
  /^\/(health.*|account\/(sign-in|register|forgot-password))?$/.test(path)

const say = (line: string) => process.stdout.write(`${line}\n`)

const cluster = await startCluster({ durable: true })
const url = await createDatabase(cluster.url, 'bench_pages')
const service = await startService(sallyport, url)
const [base] = service.bases as [string]
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const db = new pg.Client(url)
try {
  await db.connect()
  const cookie = await newVisitor(base)
  say(`${'page'.padEnd(30)}${'kB'.padStart(6)}${'median ms'.padStart(11)}${'round trips'.padStart(13)}`)
  for (const path of pages) {
    const own = isForStrangers(path) ? '' : cookie
    for (let n = 0; n < times / 4; n++) await timed(path, own)
    const before = await countTransactions()
    const asked = []
    for (let n = 0; n < times; n++) asked.push(await timed(path, own))
    const trips = ((await countTransactions()) - before - 1) / times
    const kilobytes = asked[0]!.bytes / 1_000
    const ms = median(asked.map(({ tookMs }) => tookMs))
    say(
      `${path.padEnd(30)}${kilobytes.toFixed(1).padStart(6)}${ms.toFixed(2).padStart(11)}${trips.toFixed(1).padStart(13)}`,
    )
  }
} finally {
  agent.destroy()
  await db.end()
  await service.stop()
  await cluster.stop()
}

async function timed(path: string, cookie: string): Promise<{ tookMs: number; bytes: number }> {
  const begunMs = performance.now()
  const asking = request(base + path, { agent, headers: { cookie, accept: 'text/html' } })
  asking.end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const text = await readAll(response)
  const tookMs = performance.now() - begunMs
  assert.equal(response.statusCode, 200, path)
  return { tookMs, bytes: Buffer.byteLength(text) }
}

async function countTransactions(): Promise<number> {
  await sleep(countingMs)
  const { rows } = await db.query(
    'select xact_commit::integer as count from pg_stat_database where datname = current_database()',
  )
  return rows[0].count
}
