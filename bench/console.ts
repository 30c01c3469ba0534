import { strict as assert } from 'node:assert'
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import type { Environment } from '../src/config/config.ts'
import { startCluster } from '../test/support/cluster.ts'
import { consoleOf } from '../test/support/console.ts'
import { freePort } from '../test/support/free-port.ts'
import { type Person, register, signIn } from '../test/support/people.ts'
import { enrol } from '../test/support/second-factor.ts'
import { checkedWhile } from './checked-while.ts'
import type { Clicked, Clicks } from './clicking-operator.ts'
import type { Service } from './contender.ts'
import { sallyport } from './contenders/sallyport.ts'
import { createDatabase } from './database.ts'
import { populate } from './populate.ts'
import { startService } from './service.ts'
import { median, percentile } from './statistics.ts'

/**
 * What an operator at the console does to checks of access tokens: turns with one who opens its pages, one after the other, alternate
 * with turns without, and the medians count. Once with the pauses of somebody in a hurry, and once with none.
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '50000' } } })
const rounds = 7
const turnMs = 5_000
const eventsEach = 4
const scopes = 'users:read,overview:read'

const say = (line: string) => process.stdout.write(`${line}\n`)

const adminPort = await freePort()
const withConsole: Service = {
  ...sallyport,
  environment: (given) => ({ ...sallyport.environment?.(given), ADMIN_LISTEN: String(adminPort) }),
}

const cluster = await startCluster({ durable: true })
const url = await createDatabase(cluster.url, 'bench_console')
const settings: Environment = {
  ...withConsole.environment?.({ url, port: 0, folder: '' }),
  DATABASE_URL: url,
}
const service = await startService(withConsole, url)
const operator = fork(new URL('./clicking-operator.ts', import.meta.url))
const agent = new Agent({ keepAlive: true })
const [base] = service.bases as [string]
const at = { address: base, adminAddress: `http://127.0.0.1:${adminPort}` }
try {
  await fill()
  const clicking = { pages: pagesAbout(await somebodyRefused()), cookie: await cookieOfOperator() }
  const checked = { base, token: (await register(at)).accessToken, agent }
  say('| clicks a second | slowest page, ms | p99 of a check beside them, ms | without, ms | ratio |')
  say('|---:|---:|---:|---:|---:|')
  await clicked(operator, { ...clicking, everyMs: 0 })
  for (const everyMs of [300, 0]) {
    const turns: Clicked[] = []
    const [withMs, withoutMs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const [turn, beside] = await checkedWhile(checked, () => clicked(operator, { ...clicking, everyMs }))
      const [, alone] = await checkedWhile(checked, () => sleep(turnMs))
      turns.push(turn)
      withMs.push(percentile(beside, 0.99))
      withoutMs.push(percentile(alone, 0.99))
    }
    const [beside, alone] = [median(withMs), median(withoutMs)]
    const rate = (median(turns.map(({ clicks }) => clicks)) * 1_000) / turnMs
    const slowestMs = median(turns.map(({ slowestMs }) => slowestMs))
    const figures = [rate.toFixed(1), slowestMs.toFixed(0), beside.toFixed(2), alone.toFixed(2)]
    say(`| ${figures.join(' | ')} | ${(beside / alone).toFixed(2)} |`)
  }
} finally {
  agent.destroy()
  operator.kill()
  await service.stop()
  await cluster.stop()
}

/** Lets the operator click for a turn. */
async function clicked(operator: ChildProcess, clicks: Clicks): Promise<Clicked> {
  const told = once(operator, 'message')
  operator.send(clicks)
  await sleep(turnMs)
  operator.send({ isOver: true } satisfies Clicks)
  const [result] = await told
  return result
}

/** People, and what happened to each within a month. */
async function fill(): Promise<void> {
  await populate(url, { users: Number(values.people), deadSessions: 0 }, say)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into events (user_id, type, outcome, actor_kind, address, at)
     select id, type, 'success', 'owner', '198.18.0.1', now() - random() * interval '30 days'
     from users, unnest(array['user.registered', 'session.opened', 'session.ended', 'sign_in.refused']) with ordinality as told (type, nth)
     where nth <= $1`,
    [eventsEach],
  )
  await client.query('vacuum analyze')
  await client.end()
}

/** Somebody with a few wrong passwords. */
async function somebodyRefused(): Promise<Person> {
  const person = await register(at)
  for (let nth = 0; nth < 5; nth++) await signIn(at, { ...person, password: 'a wrong password' })
  return person
}

/** The pages of somebody's way through the console, in that order. */
function pagesAbout({ userId, email }: Person): string[] {
  return [
    '',
    '/people',
    `/people?q=${encodeURIComponent(email.slice(0, 5))}`,
    `/people?q=${encodeURIComponent(email)}`,
    `/people/person?id=${userId}`,
    `/people/why?id=${userId}`,
    `/people/activity?id=${userId}`,
    '/events',
    '/mails',
    '/settings',
  ].map((path) => `${at.adminAddress}/console${path}`)
}

/** Makes an operator, who signs in. @returns the cookies of the visit */
async function cookieOfOperator(): Promise<string> {
  const person = await enrol({ ...at, clock: { nowMs: Date.now() } }, await register(at))
  await command('users', 'confirm', person.email, '--reason', 'of the benchmark')
  await command('operators', 'add', person.email, '--scope', scopes)
  const visit = consoleOf(at).cookieOf(await consoleOf(at).operatorBrowser(person))
  assert.ok(visit)
  return `sallyport-console=${visit}`
}

async function command(...args: string[]): Promise<void> {
  const program = fileURLToPath(new URL('../cli/sallyport.js', import.meta.url))
  await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, ...settings } as NodeJS.ProcessEnv,
  })
}
