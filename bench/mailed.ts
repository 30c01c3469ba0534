import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from '../test/support/cluster.ts'
import { interleaved, tellDifferences } from './alike.ts'
import { ask, benchmarkAddress, password, uniqueEmail } from './ask.ts'
import { sallyport } from './contenders/sallyport.ts'
import { createDatabase } from './database.ts'
import { cpuMicros } from './gauges.ts'
import { startService } from './service.ts'

/**
 * Whether the answer to a request for mail, or its duration, reveals who has an account: a forgotten password, or a code to sign in
 * with. Sends addresses that are known, unknown, blocked and closing in random order, one request at a time over one connection, as an
 * attacker would.
 */
const requests = {
  forgot: { path: '/auth/password/forgot', message: 'reset-password', varies: /(?!)/g },
  'email-code': {
    path: '/auth/email-code',
    message: 'sign-in-code',
    varies: /(?<="challenge":")[^"]+|(?<="expiresAt":")[^"]+/g,
  },
} as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { each: { type: 'string', default: '500' } },
})
const [name = ''] = positionals
if (!(name in requests)) throw new Error(`npx node bench/mailed.ts ${Object.keys(requests).join(' | ')}`)
const { path, message, varies } = requests[name as keyof typeof requests]

const timesEach = Number(values.each)
const warmUps = 200
/** So that the outbox is busy with earlier requests, which takes it up to three seconds. */
const pauseMs = 10
/** For the processor time, which is counted in hundredths of a second: few at a time, because their mail follows within two seconds. */
const rounds = 10
const inRound = 20

const kinds = ['known', 'unknown', 'blocked', 'closing'] as const
type Kind = (typeof kinds)[number]

type Series = { title: string; next(kind: Kind): string; mailsEach: number }

const environment = (...at: Parameters<NonNullable<typeof sallyport.environment>>) => ({
  ...sallyport.environment?.(...at),
  EMAIL_SIGN_IN: 'on',
})

const cluster = await startCluster({ durable: true })
const url = await createDatabase(cluster.url, 'bench_mailed')
const service = await startService({ ...sallyport, environment }, url)
const [base] = service.bases as [string]
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const db = new pg.Client(url)
try {
  await db.connect()
  for (let n = 0; n < warmUps; n++) await timed(uniqueEmail())
  const all: Record<Kind, string[]> = {
    known: await people(),
    unknown: Array.from({ length: inRound + timesEach }, uniqueEmail),
    blocked: await people(
      `update users set disabled_at = now() where id in (select user_id from emails where canonical = any($1))`,
    ),
    closing: await people(`
      insert into account_deletions (user_id, requested_at, due_at)
      select user_id, now(), now() + interval '7 days' from emails where canonical = any($1)`),
  }
  await tellProcessorTime(all)
  const left = Object.fromEntries(kinds.map((kind) => [kind, all[kind].slice(inRound)]))
  await compare({
    title: 'another address each time',
    next: (kind) => left[kind]!.pop() as string,
    mailsEach: timesEach,
  })
  await compare({
    title: 'one address again and again',
    next: (kind) => all[kind][inRound] as string,
    // and no more: the first series took one of three
    mailsEach: 2,
  })
} finally {
  agent.destroy()
  await db.end()
  await service.stop()
  await cluster.stop()
}

/** Registers them. @param change what becomes of them then */
async function people(change?: string): Promise<string[]> {
  const emails: string[] = []
  while (emails.length < inRound + timesEach) {
    const email = uniqueEmail()
    await ask(base, 'POST', '/auth/register', { email, password, passwordConfirmation: password }, 201)
    emails.push(email)
  }
  if (change) await db.query(change, [emails])
  return emails
}

async function compare({ title, next, mailsEach }: Series): Promise<void> {
  await settled()
  const before = await countMails()
  const tookMs: Record<Kind, number[]> = { known: [], unknown: [], blocked: [], closing: [] }
  let first: string | undefined
  for (const kind of interleaved(kinds, timesEach)) {
    const answer = await timed(next(kind))
    first ??= answer.said
    assert.equal(answer.said, first, 'all are told the same')
    tookMs[kind].push(answer.tookMs)
    await sleep(pauseMs)
  }
  await settled()
  // who is closing an account may come back; a blocked one gets nothing
  assert.equal((await countMails()) - before, 2 * mailsEach, 'who may sign in gets mail, and nobody else')
  tellDifferences(title, tookMs)
}

/** What a request takes until it is answered, and as much of its mail as is written by then. */
async function tellProcessorTime(all: Readonly<Record<Kind, readonly string[]>>): Promise<void> {
  const micros: Record<Kind, number> = { known: 0, unknown: 0, blocked: 0, closing: 0 }
  for (const kind of interleaved(kinds, rounds)) {
    await settled()
    const before = await cpuMicros(service.pids)
    for (const email of all[kind].slice(0, inRound)) await timed(email)
    micros[kind] += (await cpuMicros(service.pids)) - before
  }
  for (const kind of kinds)
    process.stdout.write(
      `${kind}: ${(micros[kind] / rounds / inRound / 1_000).toFixed(2)} ms of the processor\n`,
    )
  process.stdout.write('\n')
}

async function timed(email: string): Promise<{ tookMs: number; said: string }> {
  const body = JSON.stringify({ email })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    // so that no limit of a place is reached
    'x-forwarded-for': benchmarkAddress(),
  }
  const begunMs = performance.now()
  const asking = request(base + path, { method: 'POST', agent, headers })
  asking.end(body)
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const text = await readAll(response)
  const tookMs = performance.now() - begunMs
  assert.equal(response.statusCode, 202, text)
  // as they came, in their order and spelling; these two differ between any two answers
  const lines = response.rawHeaders.map((word, index, words) =>
    /^(date|x-request-id)$/i.test(words[index - 1] ?? '') ? '' : word,
  )
  return { tookMs, said: JSON.stringify([response.statusMessage, lines, text.replace(varies, '')]) }
}

/** The work of a request follows its answer, and must not overlap the next series. */
async function settled(): Promise<void> {
  while ((await counted('outbox where ended_at is null')) > 0) await sleep(100)
}

function countMails(): Promise<number> {
  return counted(`outbox where message = '${message}'`)
}

async function counted(from: string): Promise<number> {
  const { rows } = await db.query(`select count(*)::integer as count from ${from}`)
  return rows[0].count
}
