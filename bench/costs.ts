import { strict as assert } from 'node:assert'
import pg from 'pg'
import { query, startCluster } from '../test/support/cluster.ts'
import { benchmarkAddress } from './ask.ts'
import { type Costs, capacityTable, whole } from './capacity.ts'
import type { OperationName, Turn } from './contender.ts'
import { sallyport } from './contenders/sallyport.ts'
import { createDatabase } from './database.ts'
import { cpuMicros, cpuMicrosOfServer, written } from './gauges.ts'
import { type Running, startService } from './service.ts'

/**
 * What each operation costs where it costs something: processor time of the service and of PostgreSQL, statements, what is
 * written ahead, and what stays on the disk. Capacity is planned by it, because none of it goes by how fast the disk is.
 */
const connections = 16
// more of these at once would only wait for a core to hash on, and be turned away
const hashing = 4
const plan: Plan[] = [
  { name: 'check', times: 20_000, connections },
  { name: 'refresh', times: 10_000, connections },
  { name: 'passkey', times: 1_000, connections },
  { name: 'sign-in', times: 500, connections: hashing },
  { name: 'second-factor', times: 100, connections: hashing },
  { name: 'register', times: 1_000, connections: hashing },
]

type Plan = { name: OperationName; times: number; connections: number }
const say = (line = '') => process.stdout.write(`${line}\n`)

const cluster = await startCluster({ durable: true })
await query(cluster.url, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
// or every 8 KiB page is written whole the first time after a checkpoint, and the figures go by when that was
await query(cluster.url, 'alter system set full_page_writes = off')
await query(cluster.url, 'alter system set autovacuum = off')
await cluster.restart('fast')
const url = await createDatabase(cluster.url, 'bench_costs')
await query(url, 'create extension pg_stat_statements')
const service = await startService(sallyport, url)
const db = new pg.Client(url)
try {
  await db.connect()
  await sallyport.populate?.(url, say)
  say(
    '| operation | statements | commits | writes | bytes written | WAL bytes | PostgreSQL CPU µs | service CPU µs |',
  )
  say('|---|---:|---:|---:|---:|---:|---:|---:|')
  const costs = new Map<OperationName, Costs>()
  for (const step of plan) {
    costs.set(step.name, await costsOf(step))
    say(rowOf(step.name, costs.get(step.name) as Costs))
  }
  const sizes = await bytesOfRows()
  say('\n| table | bytes a row, with its indexes |\n|---|---:|')
  for (const [table, bytes] of sizes) say(`| ${table} | ${whole(bytes)} |`)
  say(`\n${capacityTable(costs, sizes)}`)
} finally {
  await db.end()
  await service.stop()
  await cluster.stop()
}

async function costsOf({ name, times, connections }: Plan): Promise<Costs> {
  const [base] = service.bases as [string]
  const operation = sallyport.operations[name]
  assert.ok(operation)
  const turns = await Promise.all(Array.from({ length: connections }, () => operation.prepare(base)))
  await repeat(base, turns, Math.ceil(times / 10))
  const before = await read(service)
  await repeat(base, turns, times)
  const after = await read(service)
  return Object.fromEntries(
    Object.entries(after).map(([key, value]) => [key, (value - before[key as keyof Costs]) / times]),
  ) as Costs
}

async function repeat(base: string, turns: readonly Turn[], times: number): Promise<void> {
  let left = times
  await Promise.all(
    turns.map(async (turn, nth) => {
      while (left-- > 0) while ((await take(base, turn, benchmarkAddress(nth))) === false);
    }),
  )
}

/** As through a proxy: if all came from one address, they would wait for each other to be counted. */
async function take(base: string, { next, accept }: Turn, client: string): Promise<unknown> {
  const { path, headers, ...request } = typeof next === 'function' ? next() : next
  const response = await fetch(base + path, {
    ...request,
    headers: { 'x-forwarded-for': client, ...headers },
  })
  return accept(response.status, await response.text())
}

async function read({ pids }: Running): Promise<Costs> {
  const { writes, bytes } = await written(pids[0] as number)
  const { rows } = await db.query(`
    select pg_backend_pid() as backend,
      (select sum(calls) from pg_stat_statements where query !~ '^(begin|commit|rollback)')::float8 as statements,
      (select sum(calls) from pg_stat_statements where query ~ '^commit')::float8 as commits,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes"`)
  const { backend, ...counted } = rows[0]
  return {
    ...counted,
    writes,
    writtenBytes: bytes,
    databaseMicros: await cpuMicrosOfServer(backend),
    serviceMicros: await cpuMicros(pids),
  }
}

function rowOf(name: string, costs: Costs): string {
  const { statements, commits, writes, writtenBytes, walBytes, databaseMicros, serviceMicros } = costs
  const counts = [statements, commits, writes].map((count) => count.toFixed(2))
  const figures = [writtenBytes, walBytes, databaseMicros, serviceMicros].map(whole)
  return `| ${[name, ...counts, ...figures].join(' | ')} |`
}

/** Of each table that has enough rows to tell. */
async function bytesOfRows(): Promise<Map<string, number>> {
  await db.query('vacuum analyze')
  const { rows } = await db.query(`
    select relname as table, pg_total_relation_size(oid) / reltuples as bytes
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 300
    order by relname`)
  return new Map(rows.map(({ table, bytes }) => [table, bytes]))
}
