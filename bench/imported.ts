import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { startCluster } from '../test/support/cluster.ts'
import { interleaved, tellDifferences } from './alike.ts'
import { ask, benchmarkAddress, json, password, uniqueEmail } from './ask.ts'
import { sallyport } from './contenders/sallyport.ts'
import { createDatabase } from './database.ts'
import { startService } from './service.ts'

/**
 * Whether how long a wrong password takes tells who was imported and has not signed in yet. Tries people who were imported, others
 * and nobody in random order, each once and one at a time, as an attacker would.
 */
const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '200' },
    schemes: { type: 'string', default: 'md5,bcrypt' },
  },
})
const timesEach = Number(values.each)
const warmUps = 100

const schemes: Record<string, () => Promise<object>> = {
  md5: async () => ({ scheme: 'md5', hash: createHash('md5').update(password).digest('hex') }),
  bcrypt: async () => ({ phc: await bcryptHash(password, 10, randomBytes(16)) }),
}
const chosen = values.schemes.split(',').map((name) => {
  const make = schemes[name]
  if (!make) throw new Error(`--schemes may have ${Object.keys(schemes).join(' and ')}`)
  return make
})

const kinds = ['imported', 'native', 'unknown'] as const
type Kind = (typeof kinds)[number]

const cluster = await startCluster({ durable: true })
const url = await createDatabase(cluster.url, 'bench_imported')
const folder = await mkdtemp(join(tmpdir(), 'bench-imported-'))
try {
  const before = await startService(sallyport, url)
  const native: string[] = []
  while (native.length < timesEach) native.push(await registered(before.bases[0]!))
  await before.stop()
  const imported = Array.from({ length: timesEach }, uniqueEmail)
  await bringIn(imported)
  const unknown = Array.from({ length: timesEach }, uniqueEmail)
  const service = await startService(sallyport, url)
  try {
    await compare(service.bases[0]!, { imported, native, unknown })
  } finally {
    await service.stop()
  }
} finally {
  await rm(folder, { recursive: true })
  await cluster.stop()
}

async function registered(base: string): Promise<string> {
  const email = uniqueEmail()
  await ask(base, 'POST', '/auth/register', { email, password, passwordConfirmation: password }, 201)
  return email
}

/** By the command, as an operator does. */
async function bringIn(emails: readonly string[]): Promise<void> {
  const lines = emails.map(async (email, at) => {
    const made = await chosen[at % chosen.length]!()
    return `${JSON.stringify({ email, emailVerified: true, password: made })}\n`
  })
  const path = join(folder, 'people.jsonl')
  await writeFile(path, (await Promise.all(lines)).join(''))
  const program = join(import.meta.dirname, '../cli/sallyport.js')
  const env = { ...process.env, ...sallyport.environment?.({ url, port: 0, folder }), DATABASE_URL: url }
  const child = spawn(process.execPath, [program, 'import', path], { env, stdio: 'ignore' })
  const [status] = await once(child, 'exit')
  assert.equal(status, 0, 'everybody was imported')
}

async function compare(base: string, emails: Record<Kind, string[]>): Promise<void> {
  for (let n = 0; n < warmUps; n++) await timed(base, uniqueEmail())
  const tookMs: Record<Kind, number[]> = { imported: [], native: [], unknown: [] }
  for (const kind of interleaved(kinds, timesEach)) tookMs[kind].push(await timed(base, emails[kind].pop()!))
  tellDifferences('a wrong password', tookMs)
}

/** From another address each time, so that no limit is reached. */
async function timed(base: string, email: string): Promise<number> {
  const { path, headers, ...request } = json('/auth/token', {
    grant_type: 'password',
    email,
    password: 'wrong',
  })
  const begunMs = performance.now()
  const response = await fetch(base + path, {
    ...request,
    headers: { ...headers, 'x-forwarded-for': benchmarkAddress() },
  })
  await response.text()
  const tookMs = performance.now() - begunMs
  assert.equal(response.status, 401)
  return tookMs
}
