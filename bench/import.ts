import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { hashesAtOnce } from '../src/platform/crypto/hash-threads.ts'
import { newId } from '../src/platform/crypto/id.ts'
import { keyRing } from '../src/platform/crypto/keys.ts'
import { passwordHasher } from '../src/platform/crypto/password.ts'
import { startCluster } from '../test/support/cluster.ts'
import { createDatabase } from './database.ts'
import { cpuMicros, cpuMicrosOfServer } from './gauges.ts'

/**
 * How long an import takes by the command, and how much memory at most. One row in a thousand is bad, and every line has to be in
 * the report once, and every person in the database. Hashes that are guessed fast are compared with as many of Argon2id alone.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, scheme: { type: 'string', default: 'bcrypt' } },
})
const rows = Number(values.rows)
const oneBadIn = 1_000

const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const letters = (count: number) => Array.from(randomBytes(count), (byte) => alphabet[byte % 64]).join('')

/** Nobody signs in with them, so that they only have to look right. */
const schemes: Record<string, () => object> = {
  bcrypt: () => ({ phc: `$2b$10$${letters(21)}O${letters(31)}` }),
  md5: () => ({ scheme: 'md5', hash: createHash('md5').update(randomBytes(16)).digest('hex') }),
}
const makeHash = schemes[values.scheme]
if (!makeHash) throw new Error(`--scheme must be one of ${Object.keys(schemes).join(', ')}`)

const say = (line: string) => process.stdout.write(`${line}\n`)
const program = join(import.meta.dirname, '../cli/sallyport.js')
const secret = 'a secret of the benchmark that nobody else may use'

const cluster = await startCluster({ durable: true })
const folder = await mkdtemp(join(tmpdir(), 'bench-import-'))
const [path, report] = [join(folder, 'people.jsonl'), join(folder, 'report.jsonl')]
try {
  const url = await createDatabase(cluster.url, 'bench_import')
  const settings = { SECRET_KEY: secret, DATABASE_URL: url }
  await command(settings, 'migrate')
  await pipeline(Readable.from(lines()), createWriteStream(path))
  const onServer = await serverSeconds(url)
  const { seconds, peakMb, cpuSeconds } = await command(settings, 'import', path, '--report', report)
  say(
    `${rows.toLocaleString('en')} rows of ${values.scheme} in ${seconds.toFixed(1)} s: ${rate(rows, seconds)}`,
  )
  const served = (await serverSeconds(url)) - onServer
  say(`processor time: ${cpuSeconds.toFixed(1)} s of the command, ${served.toFixed(1)} s of PostgreSQL`)
  say(`at most ${Math.round(peakMb)} MB`)
  await requireAll(url)
  say('each line is in the report once, and each person in the database')
  if (values.scheme === 'md5') await compareHashing(rows / seconds)
} finally {
  await rm(folder, { recursive: true })
  await cluster.stop()
}

function* lines(): Generator<string> {
  for (let row = 1; row <= rows; row++)
    yield `${JSON.stringify({
      email: isBad(row) ? 'nonsense' : `person${row}@example.com`,
      emailVerified: true,
      externalId: `person ${row}`,
      password: makeHash?.(),
    })}\n`
}

function isBad(row: number): boolean {
  return row % oneBadIn === 7
}

function rate(count: number, seconds: number): string {
  return `${Math.round(count / seconds).toLocaleString('en')} a second`
}

async function command(settings: Record<string, string>, ...args: string[]) {
  const begunMs = performance.now()
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  let [peakMb, cpuSeconds] = [0, 0]
  const look = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    cpuSeconds = Math.max(cpuSeconds, (await cpuMicros([Number(child.pid)])) / 1e6 || 0)
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
  }
  const looking = setInterval(look, 100)
  await once(child, 'exit')
  clearInterval(looking)
  return { seconds: (performance.now() - begunMs) / 1_000, peakMb, cpuSeconds }
}

/** What the server has used so far. */
async function serverSeconds(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const micros = await cpuMicrosOfServer(rows[0].pid)
  await client.end()
  return micros / 1e6
}

async function requireAll(url: string): Promise<void> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(report) })) {
    const told = JSON.parse(text)
    assert.equal(told.line, ++line)
    assert.equal(told.outcome, isBad(line) ? 'failed' : 'imported')
  }
  assert.equal(line, rows)
  const client = new pg.Client(url)
  await client.connect()
  const expected = Array.from({ length: rows }, (_, at) => at + 1).filter((row) => !isBad(row)).length
  for (const table of [
    'users',
    'emails',
    'passwords',
    'external_id_owners',
    `events where type = 'user.imported'`,
  ]) {
    const found = await client.query(`select count(*)::integer as count from ${table}`)
    assert.equal(found.rows[0].count, expected, table)
  }
  await client.end()
}

/** As many at once as the import has. */
async function compareHashing(imported: number): Promise<void> {
  const passwords = passwordHasher(keyRing([secret]))
  const count = Math.max(200, Math.round(imported * 10))
  let left = count
  const begunMs = performance.now()
  const hashSome = async () => {
    while (left-- > 0) await passwords.hash('a password', newId(Date.now()))
  }
  await Promise.all(Array.from({ length: hashesAtOnce }, hashSome))
  const alone = count / ((performance.now() - begunMs) / 1_000)
  say(
    `Argon2id alone: ${Math.round(alone)} a second; the import had ${Math.round((100 * imported) / alone)} % of that`,
  )
}
