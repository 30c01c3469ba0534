import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { startMailServer } from '../support/mail-server.ts'
import { tokenIn } from '../support/mailing.ts'
import { newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { type ServiceProcess, spawnService } from '../support/process.ts'
import { forgot, reset } from '../support/reset.ts'
import { isPostgres, newDatabase, testSecretKey } from '../support/service.ts'
import { first, many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { testUnlessCitus } from '../support/unless-citus.ts'
import { until as eventually } from '../support/until.ts'

const server = await startMailServer()
const environment: Environment = {
  ...(await newDatabase()),
  SECRET_KEY: testSecretKey,
  SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  MAIL_FROM: 'no-reply@acme.example',
  PUBLIC_URL: 'https://accounts.acme.example',
}
// the embedded database takes a second or two to open
const kills = (isPostgres ? 4 : 2) * (process.env.FAULTS === 'long' ? 2 : 1)
const newPassword = 'a password that is new'
const onServer = { skip: isPostgres ? false : 'nobody can hold a lock in a database that is in the process' }

const mailsOf = (email: string) => server.received.filter(({ to }) => to[0] === email)
const idsOf = (email: string) => mailsOf(email).map(({ headers }) => headers.get('message-id') as string)

// sooner than what was not delivered comes again by itself, after 27 seconds
const until = (isSo: () => unknown, why?: string | (() => unknown)) => eventually(isSo, why, 20_000)

/** With the database, while no service has it. */
const between = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
  const db = await openDatabase(parseConfig(environment), () => {})
  return work(db).finally(() => db.close())
}

/** Half a minute later nobody has anything in hand any more. */
const later = () => between((db) => shiftRows({ deps: { db } }, 31))

/** Keeps rows from being changed, kills the service while it waits for them, and what it asked of the database too. */
const killOver = async (service: ServiceProcess, rows: string, begin: () => unknown): Promise<void> => {
  const client = new pg.Client(environment.DATABASE_URL)
  await client.connect()
  try {
    await client.query(`begin; ${rows} for update`)
    await begin()
    const waiting = 'from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await until(async () => (await client.query(`select ${waiting}`)).rowCount)
    await service.end('SIGKILL')
    await client.query(`select pg_terminate_backend(pid) ${waiting}`)
  } finally {
    await client.end()
  }
}

test('killed again and again after the answers, the service still sends every email, in order', async () => {
  server.act = () => new Promise(() => {})
  const service = await spawnService(environment)
  const people = await Promise.all(Array.from({ length: 4 }, () => register(service)))
  for (let times = 0; times < 3; times++)
    for (const { email } of people) assert.equal((await forgot(service, email)).status, 202)
  await service.end('SIGKILL')
  const waiting = await between((db) =>
    first<{ count: number }>(
      db,
      sql`select count(*)::integer as count from outbox where channel = 'forgotten_password'`,
    ),
  )
  assert.ok(waiting!.count > 0, 'it was killed before the links were issued')

  server.act = () => sleep(Math.random() * 20)
  for (let times = 0; times < kills; times++) {
    await later()
    const doomed = await spawnService(environment)
    await sleep(Math.random() * 300)
    await doomed.end('SIGKILL')
  }
  await later()
  const last = await spawnService(environment)
  await until(() => people.every(({ email }) => new Set(idsOf(email)).size === 4))
  // what follows sends notices
  const expected = new Set(people.flatMap(({ email }) => idsOf(email)))
  for (const { email } of people) {
    // what comes twice comes before whatever is next
    const inOrder = idsOf(email).filter((id, index, all) => expected.has(id) && id !== all[index - 1])
    assert.equal(inOrder.length, 4, email)
    const [confirm, ...links] = inOrder.map(
      (id) => mailsOf(email).find(({ headers }) => headers.get('message-id') === id)!,
    )
    assert.match(confirm!.subject, /Confirm/)
    const statuses = []
    for (const mail of links) statuses.push((await reset(last, tokenIn(mail), newPassword)).status)
    assert.deepEqual(statuses, [401, 401, 204])
    tokensOf(await signIn(last, { email, password: newPassword }))
  }
  assert.equal(await last.end('SIGTERM'), 0)

  const rows = await between((db) =>
    many<{ recipient: string; outcome: string; attempts: number; unknown: number }>(
      db,
      sql`
        select recipient, outbox.outcome, count(*)::integer as attempts,
          (count(*) filter (where outbox_attempts.outcome is null))::integer as unknown
        from outbox join outbox_attempts using (queue, id)
        where message in ('verify-email', 'reset-password')
        group by queue, outbox.id
        order by outbox.id`,
    ),
  )
  assert.equal(rows.length, 16)
  for (const { email } of people) {
    const own = rows.filter(({ recipient }) => recipient === email)
    assert.ok(
      own.every(({ outcome, attempts, unknown }) => outcome === 'delivered' && attempts === unknown + 1),
    )
    const mostTwice = own.reduce((sum, { unknown }) => sum + unknown, 0)
    const came = idsOf(email).filter((id) => expected.has(id)).length
    assert.ok(came <= own.length + mostTwice, 'no mail came oftener than it was tried')
  }
})

testUnlessCitus(
  'killed between delivery and its record, the service sends the email once more',
  async () => {
    const service = await spawnService(environment)
    const email = newEmail()
    const [reached, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    server.act = (step, to) => {
      if (step !== 'data' || to !== email) return
      reached.resolve()
      return told.promise
    }
    await tryToRegister(service, { email, password: newPassword })
    await reached.promise
    await killOver(service, `select from outbox where recipient = '${email}'`, told.resolve)
    assert.equal(mailsOf(email).length, 1)

    await later()
    const next = await spawnService(environment)
    await until(() => mailsOf(email).length === 2)
    assert.equal(await next.end('SIGTERM'), 0)
    assert.equal(new Set(idsOf(email)).size, 1)
    await later()
    const last = await spawnService(environment)
    await sleep(1_500)
    assert.equal(await last.end('SIGTERM'), 0)
    assert.equal(mailsOf(email).length, 2)
  },
  onServer,
)

testUnlessCitus(
  'killed while a link is being issued, no email is lost, and none comes twice',
  async () => {
    const service = await spawnService(environment)
    const { email, userId } = await register(service)
    await until(() => mailsOf(email).length === 1)
    await killOver(service, `select from users where id = '${userId}'`, () => forgot(service, email))
    await later()
    const next = await spawnService(environment)
    await until(() => mailsOf(email).length === 2)
    assert.equal((await reset(next, tokenIn(mailsOf(email)[1]!), newPassword)).status, 204)
    await sleep(1_500)
    assert.equal(await next.end('SIGTERM'), 0)
    const subjects = mailsOf(email).map(({ subject }) => subject)
    assert.equal(
      subjects.filter((subject) => subject.includes('Set a new password')).length,
      1,
      subjects.join(),
    )
  },
  onServer,
)
