import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { rotation } from '../../src/sessions/queries/rotation.ts'
import type { Load } from '../contender.ts'
import { percentile } from '../statistics.ts'
import { type Claim, makeTables, openSession } from './rotatable.ts'

// The statement that spends a refresh token, by PostgreSQL's own program, without Node: `pgbench.ts CONNECTIONS SECONDS`
const [connections, seconds] = process.argv.slice(2).map(Number) as [number, number]
const url = process.env.DATABASE_URL as string
const program = process.env.BENCH_PGBENCH as string
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const client = new pg.Client(url)
try {
  await makeTables(url)
  await client.connect()
  await client.query('drop table if exists claims')
  await client.query('create table claims (n integer primary key, claim jsonb)')
  for (let n = 0; n < connections; n++)
    await client.query('insert into claims values ($1, $2)', [n, asTexts(await openSession(client))])
  await rotate(2)
  const tookMs = await rotate(seconds)
  const load: Load = {
    perSecond: tookMs.length / seconds,
    p50: percentile(tookMs, 0.5),
    p99: percentile(tookMs, 0.99),
  }
  process.stdout.write(JSON.stringify(load))
} finally {
  await client.end()
  await rm(folder, { recursive: true })
}

function asTexts(claim: Claim): Record<keyof Claim, string> {
  const texts = Object.entries(claim).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value),
  ])
  return Object.fromEntries(texts)
}

/** @returns how long each took */
async function rotate(forSeconds: number): Promise<number[]> {
  const script = join(folder, 'script')
  await writeFile(script, scriptOf(Object.keys(await openSession(client)) as (keyof Claim)[]))
  const load = ['-c', connections, '-j', 2, '-T', forSeconds]
  const options = ['-n', '-M', 'prepared', ...load, '-D', 'isStarted=0', '-f', script, '-l', url]
  await promisify(execFile)(program, options.map(String), { cwd: folder })
  const logs = (await readdir(folder)).filter((name) => name.startsWith('pgbench_log'))
  const lines = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))
  await Promise.all(logs.map((name) => rm(join(folder, name))))
  return lines.flatMap((text) => text.trim().split('\n').map(tookMsOf))
}

// client, transaction, microseconds, …
function tookMsOf(line: string): number {
  return Number(line.split(' ')[2]) / 1_000
}

/** A connection looks its claim up first, and then goes on with the generation that it is given. */
function scriptOf(names: readonly (keyof Claim)[]): string {
  const columns = names.map((name) => `claim->>'${name}' as "${name}"`)
  // each value is the name of its variable
  const named = Object.fromEntries([...names, 'generation'].map((name) => [name, `:${name}`]))
  const { parts, values } = rotation([named as unknown as Parameters<typeof rotation>[0][number]])
  const statement = parts.map((part, index) => part + String(values[index] ?? '')).join('')
  return `
\\if :isStarted
\\else
select ${columns}, generation
from claims
join sessions on user_id = (claim->>'userId')::uuid and id = (claim->>'sessionId')::uuid
where n = :client_id \\gset
\\set isStarted 1
\\endif
${statement} \\gset
`
}
