import { type ChildProcess, execFile, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { recordEvent } from '../src/accounts/events/record.ts'
import { type Environment, parseConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import { startCluster } from '../test/support/cluster.ts'
import { ask, password, uniqueEmail } from './ask.ts'
import { checkedWhile, checksASecond } from './checked-while.ts'
import type { Service } from './contender.ts'
import { sallyport } from './contenders/sallyport.ts'
import type { Expected, Received } from './counting-receiver.ts'
import { createDatabase } from './database.ts'
import { startService } from './service.ts'
import { median, percentile } from './statistics.ts'

/**
 * How many events a second one receiver is told, and what that does to checks of access tokens meanwhile. Turns with events
 * alternate with turns in which the same happens and nobody is told, and the medians count. `--rate 400`: so many happen a second, instead of all at once.
 */
const { values } = parseArgs({ options: { rate: { type: 'string' } } })
const rate = Number(values.rate ?? Number.POSITIVE_INFINITY)
const rounds = 7
const people = Math.min(200, rate / 10)
const eventsATurn = Math.min(4_000, rate * 5)

const say = (line: string) => process.stdout.write(`${line}\n`)

const telling: Service = {
  ...sallyport,
  environment: (given) => ({ ...sallyport.environment?.(given), WEBHOOK_PRIVATE_HOSTS: 'localhost' }),
}

const cluster = await startCluster({ durable: true })
const url = await createDatabase(cluster.url, 'bench_webhooks')
const settings: Environment = {
  ...telling.environment?.({ url, port: 0, folder: '' }),
  DATABASE_URL: url,
}
const service = await startService(telling, url)
const receiver = fork(new URL('./counting-receiver.ts', import.meta.url))
const [port] = await once(receiver, 'message')
const db = await openDatabase(parseConfig(settings), () => {})
const agent = new Agent({ keepAlive: true })
const [base] = service.bases as [string]
try {
  await addWebhook(`http://localhost:${port}/`)
  const checked = { base, token: await registered(), agent }
  const [rates, withMs, withoutMs]: [number[], number[], number[]] = [[], [], []]
  await tell(receiver)
  for (let round = 0; round < rounds; round++) {
    const [rate, beside] = await checkedWhile(checked, () => tell(receiver))
    // for as long, and the same events, of which nobody is told
    const [, alone] = await checkedWhile(checked, () =>
      Promise.all([happen('identity.unlinked'), sleep((beside.length * 1_000) / checksASecond)]),
    )
    rates.push(rate)
    withMs.push(percentile(beside, 0.99))
    withoutMs.push(percentile(alone, 0.99))
  }
  const [beside, alone] = [median(withMs), median(withoutMs)]
  say('| events a second | p99 of a check beside them, ms | without, ms | ratio |\n|---:|---:|---:|---:|')
  say(
    `| ${Math.round(median(rates))} | ${beside.toFixed(2)} | ${alone.toFixed(2)} | ${(beside / alone).toFixed(2)} |`,
  )
} finally {
  agent.destroy()
  receiver.kill()
  await db.close()
  await service.stop()
  await cluster.stop()
}

async function addWebhook(address: string): Promise<void> {
  const program = fileURLToPath(new URL('../cli/sallyport.js', import.meta.url))
  const args = [program, 'webhooks', 'add', address, '--types', 'identity.linked']
  await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...settings } as NodeJS.ProcessEnv,
  })
}

/** @returns an access token */
async function registered(): Promise<string> {
  const body = { email: uniqueEmail(), password, passwordConfirmation: password }
  const pair = await ask(base, 'POST', '/auth/register', body, 201)
  return (pair as { accessToken: { token: string } }).accessToken.token
}

/** Lets events happen, until the last of them has arrived. @returns how many arrived a second */
async function tell(receiver: ChildProcess): Promise<number> {
  const expected: Expected = { messages: eventsATurn }
  receiver.send(expected)
  const told = once(receiver, 'message')
  await happen('identity.linked')
  const [{ firstMs, lastMs }] = (await told) as [Received]
  return (eventsATurn * 1_000) / (lastMs - firstMs)
}

async function happen(type: 'identity.linked' | 'identity.unlinked'): Promise<void> {
  const userIds = Array.from({ length: people }, () => randomUUID())
  const begunMs = performance.now()
  for (let count = 0; count < eventsATurn; count += people) {
    await sleep(Math.max(0, begunMs + (count * 1_000) / rate - performance.now()))
    await db.transaction((runner) =>
      recordEvent(runner, ...userIds.map((userId) => ({ type, userId }) as const)),
    )
  }
}
