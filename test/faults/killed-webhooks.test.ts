import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventTypes } from '../../src/accounts/events/events.ts'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import { addWebhook } from '../../src/flows/webhooks/add.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { openKeys } from '../../src/prepare.ts'
import { spawnService } from '../support/process.ts'
import { isPostgres, newDatabase, testSecretKey } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const environment: Environment = {
  ...(await newDatabase()),
  SECRET_KEY: testSecretKey,
  WEBHOOK_PRIVATE_HOSTS: 'localhost',
}
const receiver = await startReceiver()
const kills = process.env.FAULTS === 'long' ? 50 : isPostgres ? 8 : 4
const users = Array.from({ length: 60 }, () => randomUUID())

/** With the database, while no service has it. */
const between = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
  const db = await openDatabase(parseConfig(environment), () => {})
  return work(db).finally(() => db.close())
}

/** A part of everybody's life: together, the parts have every type of event. */
const live = (db: Db, part: number) =>
  db.transaction(async (runner) => {
    const types = eventTypes.filter((_, index) => index % kills === part % kills)
    for (const type of types) await recordEvent(runner, ...users.map((userId) => ({ type, userId })))
  })

/** Half a minute later, nobody has a lease any more. */
const endLeases = (db: Db) =>
  db.script(
    `update webhooks set leased_until = now() - interval '1 millisecond', paused_until = now() - interval '1 millisecond'`,
  )

test('killed again and again, the service tells everything that happened, in the order of each person', async () => {
  await (await spawnService(environment)).end('SIGTERM')
  const { secret } = await between(async (db) => {
    const config = parseConfig(environment)
    const { keys, sealedDb } = await openKeys(db, config)
    const wanted = { url: receiver.url, types: ['*'], description: '', includesAddresses: false }
    return addWebhook({ db: sealedDb, keys, config, now: Date.now }, wanted, { kind: 'operator' })
  })
  receiver.secrets = [secret]
  // now and then it refuses, and takes its time
  receiver.answer = async (_received, response) => {
    await sleep(Math.random() * 4)
    return Math.random() < 0.02 ? response.writeHead(500).end() : false
  }
  for (let part = 0; part < kills; part++) {
    await between(async (db) => {
      await endLeases(db)
      await live(db, part)
    })
    const doomed = await spawnService(environment)
    await sleep(300 + Math.random() * 700)
    await doomed.end('SIGKILL')
  }
  receiver.answer = () => false
  const expected = await between(async (db) => {
    await endLeases(db)
    await db.script("update webhook_waiting set due_at = now() - interval '1 millisecond'")
    const rows = await many<{ id: string; userId: string }>(
      db,
      sql`select id::text, user_id as "userId" from events where user_id = any(${users}::uuid[]) order by events.id`,
    )
    return Map.groupBy(rows, ({ userId }) => userId)
  })
  const last = await spawnService(environment)
  const idsOf = (userId: string) => [
    ...new Set(receiver.received.filter((each) => each.userId === userId).map(({ id }) => id)),
  ]
  const isAll = () => users.every((userId) => idsOf(userId).length === expected.get(userId)?.length)
  for (const deadline = Date.now() + 90_000; !isAll() && Date.now() < deadline; ) await sleep(200)
  assert.equal(await last.end('SIGTERM'), 0)
  assert.equal([...expected.values()].flat().length, users.length * eventTypes.length)
  for (const userId of users)
    assert.deepEqual(
      idsOf(userId),
      expected.get(userId)?.map(({ id }) => id),
    )
  assert.deepEqual(receiver.refused, [])
})
