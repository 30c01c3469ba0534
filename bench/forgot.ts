import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startCluster } from '../test/support/cluster.ts'
import { ask, password, uniqueEmail } from './ask.ts'
import { sallyport } from './contenders/sallyport.ts'
import { createDatabase } from './database.ts'
import { startService } from './service.ts'
import { median, percentile, rankTest } from './statistics.ts'

/**
 * Whether the answer to a forgotten password, or its duration, reveals who has an account. Sends known and unknown
 * addresses in random order, one request at a time over one connection, as an attacker would.
 */
const timesEach = 500
const warmUps = 200
/** So that the outbox is busy with earlier requests, which takes it up to three seconds. */
const pauseMs = 10
/** The probability that chance alone gives what is called a difference here. */
const maxChance = 0.01

type Series = { title: string; known(): string; unknown(): string; mails: number }

const say = (line: string) => process.stdout.write(`${line}\n`)

const cluster = await startCluster({ durable: true })
const url = await createDatabase(cluster.url, 'bench_forgot')
const service = await startService(sallyport, url)
const [base] = service.bases as [string]
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const db = new pg.Client(url)
try {
  await db.connect()
  for (let n = 0; n < warmUps; n++) await timed(uniqueEmail())
  const people: string[] = []
  while (people.length < timesEach) people.push(await registered())
  const [victim, nobody] = [await registered(), uniqueEmail()]
  await compare({
    title: 'another address each time',
    known: () => people.pop() as string,
    unknown: uniqueEmail,
    mails: timesEach,
  })
  await compare({
    title: 'one address again and again',
    known: () => victim,
    unknown: () => nobody,
    mails: 3,
  })
} finally {
  agent.destroy()
  await db.end()
  await service.stop()
  await cluster.stop()
}

async function registered(): Promise<string> {
  const email = uniqueEmail()
  await ask(base, 'POST', '/auth/register', { email, password, passwordConfirmation: password }, 201)
  return email
}

async function compare({ title, known, unknown, mails }: Series): Promise<void> {
  await settled()
  const before = await countMails()
  const tookMs = { known: [] as number[], unknown: [] as number[] }
  let first: string | undefined
  for (const kind of shuffled()) {
    const answer = await timed(kind === 'known' ? known() : unknown())
    first ??= answer.said
    assert.equal(answer.said, first, 'all are told the same')
    tookMs[kind].push(answer.tookMs)
    await sleep(pauseMs)
  }
  await settled()
  assert.equal((await countMails()) - before, mails, 'who has an account gets mail, and nobody else')
  const { share, p } = rankTest(tookMs.known, tookMs.unknown)
  const isAlike = p >= maxChance
  if (!isAlike) process.exitCode = 1
  say(`${title}\n`)
  say('| address | n | p10 ms | median ms | p90 ms |\n|---|---:|---:|---:|---:|')
  for (const [kind, values] of Object.entries(tookMs)) say(rowOf(kind, values))
  const verdict = isAlike ? 'no difference shows' : 'A DIFFERENCE SHOWS, unless it was chance: try again'
  say(`\nP(known > unknown) = ${share.toFixed(3)}, p = ${p.toPrecision(2)}: ${verdict}\n`)
}

function rowOf(kind: string, values: number[]): string {
  const figures = [percentile(values, 0.1), median(values), percentile(values, 0.9)]
  return `| ${[kind, values.length, ...figures.map((ms) => ms.toFixed(3))].join(' | ')} |`
}

function shuffled(): ('known' | 'unknown')[] {
  const drawn = Array.from({ length: 2 * timesEach }, (_, index) => {
    const kind = index % 2 ? ('known' as const) : ('unknown' as const)
    return { kind, lot: Math.random() }
  })
  return drawn.sort((one, other) => one.lot - other.lot).map(({ kind }) => kind)
}

async function timed(email: string): Promise<{ tookMs: number; said: string }> {
  const body = JSON.stringify({ email })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const begunMs = performance.now()
  const asking = request(`${base}/auth/password/forgot`, { method: 'POST', agent, headers })
  asking.end(body)
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const text = await readAll(response)
  const tookMs = performance.now() - begunMs
  assert.equal(response.statusCode, 202, text)
  // as they came, in their order and spelling; these two differ between any two answers
  const lines = response.rawHeaders.map((word, index, words) =>
    /^(date|x-request-id)$/i.test(words[index - 1] ?? '') ? '' : word,
  )
  return { tookMs, said: JSON.stringify([response.statusMessage, lines, text]) }
}

/** The work of a request follows its answer, and must not overlap the next series. */
async function settled(): Promise<void> {
  while ((await counted('outbox where ended_at is null')) > 0) await sleep(100)
}

function countMails(): Promise<number> {
  return counted(`outbox where message = 'reset-password'`)
}

async function counted(from: string): Promise<number> {
  const { rows } = await db.query(`select count(*)::integer as count from ${from}`)
  return rows[0].count
}
