import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseConfig } from '../../src/config/config.ts'
import { deliverDue } from '../../src/messages/outbox/deliver.ts'
import { insertRow } from '../../src/messages/outbox/queries/outbox.ts'
import { channels } from '../../src/modules.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openPartsOn } from '../support/parts.ts'
import { spawnService } from '../support/process.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const server = await startMailServer()
const environment = {
  ...(await newDatabase()),
  SECRET_KEY: testSecretKey,
  SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  MAIL_FROM: 'no-reply@acme.example',
  PUBLIC_URL: 'https://accounts.acme.example',
}
const forever = new Promise(() => {})

/** Who gets how many mails. The service dies at the step of their last one that they are named after. */
const people = { connected: 2, from: 2, to: 2, data: 1, accepted: 1, noted: 2 }
const addressOf = (name: string) => `${name}@a.test`

const putAll = async () => {
  const db = await openDatabase(parseConfig(environment), () => {})
  for (const [name, count] of Object.entries(people)) {
    const row = { queue: randomUUID(), userId: undefined, channel: 'mail', message: 'verify-email' }
    const letter = { ...row, detail: { code: 'ABCD-2345', link: 'x', hours: 24 }, sealed: undefined }
    for (let n = 0; n < count; n++) await insertRow(db, { ...letter, recipient: addressOf(name) })
  }
  await db.close()
}

test('killed at every step of a delivery, nothing is lost, and only possibly lost emails come twice', async () => {
  await putAll()
  // at first a server does not know for whom a mail will be: those two come by themselves, once all others hang
  const mayGoOn = { connected: Promise.withResolvers<void>(), from: Promise.withResolvers<void>() }
  let next: 'connected' | 'from' | undefined
  server.act = (step, to) => {
    if (step === next) return forever
    const name = to.split('@')[0] as keyof typeof people
    if (step === 'to' && (name === 'connected' || name === 'from')) return mayGoOn[name].promise
    const isSecond = step === 'to' && server.received.some((mail) => mail.to[0] === to)
    return name === step || isSecond ? forever : undefined
  }
  const service = await spawnService(environment)
  const reached = async (step: string, times = 1) => {
    while (server.steps.filter((one) => one === step).length < times) await sleep(10)
  }
  const hanging = ['to to@a.test', 'data data@a.test', 'accepted accepted@a.test']
  await Promise.all([...hanging, 'to connected@a.test', 'to from@a.test'].map((step) => reached(step)))
  // taken only because the first was noted as delivered
  await reached('to noted@a.test', 2)
  for (const step of ['connected', 'from'] as const) {
    const before = server.steps.filter((one) => one === step).length
    next = step
    mayGoOn[step].resolve()
    await reached(step, before + 1)
  }
  await service.end('SIGKILL')
  server.act = () => {}
  const { deps } = await openPartsOn(environment)
  assert.equal(await deliverDue(deps, channels), 0, 'what was under way is not touched before its time')
  await shiftRows({ deps }, 31)
  await deliverDue(deps, channels)

  const times = (recipient: string) => server.received.filter(({ to }) => to[0] === recipient).length
  const ended = await many<{ recipient: string; outcome: string; attempts: number }>(
    deps.db,
    sql`select recipient, outcome, attempts from outbox order by recipient, id`,
  )
  assert.deepEqual(new Set(ended.map(({ outcome }) => outcome)), new Set(['delivered']))
  for (const [name, count] of Object.entries(people)) {
    // the server had taken it, and nobody lived to hear that
    assert.equal(times(addressOf(name)), name === 'accepted' ? 2 : count, name)
  }
  const ids = new Set(server.received.map(({ headers }) => headers.get('message-id')))
  assert.equal(ids.size, ended.length)
  const attempts = await many<{ count: number; unknown: number }>(
    deps.db,
    sql`
      select count(*)::integer as count, (count(*) filter (where outcome is null))::integer as unknown
      from outbox_attempts`,
  )
  assert.equal(
    attempts[0]?.count,
    ended.reduce((sum, row) => sum + row.attempts, 0),
  )
  assert.equal(attempts[0]?.unknown, attempts[0]!.count - ended.length)
})
