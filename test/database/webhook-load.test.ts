import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { startMailing } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { newEmail, register } from '../support/people.ts'
import { sql } from '../support/sql.ts'
import { until as eventually } from '../support/until.ts'
import { type Received, startReceiver } from '../support/webhook-receiver.ts'

const service = await startMailing({ WEBHOOK_PRIVATE_HOSTS: 'localhost' })
const { db } = service.deps
const { ask } = await newOperator(service, 'webhooks:read', 'webhooks:write')
await db.run(sql`update service_keys set acts_per_hour = 10000`)
const receiver = await startReceiver()

const add = async (): Promise<{ id: string; secret: string }> => {
  const added = await ask('POST', '/webhooks', { url: receiver.url, types: ['identity.*'] })
  assert.equal(added.status, 201, added.text)
  return added.body
}

afterEach(async () => {
  for (const { id } of (await ask('GET', '/webhooks')).body) await ask('DELETE', `/webhooks/${id}`)
})

// thousands of messages take their time
const until = (isSo: () => unknown, why?: string | (() => unknown)) => eventually(isSo, why, 120_000)

const isSignedBy = (secret: string, { body, headers }: Received) => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

const link = (userId: string, nth: number) =>
  recordEvent(db, { type: 'identity.linked', userId, detail: { nth } })

test('while a secret is renewed again and again under load, nothing is refused, lost or out of order', async () => {
  const { id, secret } = await add()
  receiver.secrets = [secret]
  const people = await Promise.all(Array.from({ length: 6 }, () => register(service)))
  let [nth, isOver] = [0, false]
  const load = (async () => {
    for (; !isOver; nth++) {
      for (const { userId } of people) await link(userId, nth)
      await sleep(10)
    }
  })()
  for (let times = 0; times < 2; times++) {
    const began = receiver.received.length
    await until(() => receiver.received.length > began + people.length)
    const renewed = await ask('POST', `/webhooks/${id}/secret`)
    assert.equal(renewed.status, 200, renewed.text)
    const { secret } = renewed.body
    // one part of the feed is sent after the other: whatever comes after a message that has the new signature has it, too
    await until(() => receiver.received.slice(began).some((message) => isSignedBy(secret, message)))
    receiver.secrets = [secret]
  }
  isOver = true
  await load
  await until(async () => {
    const { behind, waiting } = (await ask('GET', `/webhooks/${id}`)).body
    return behind === 0 && waiting === 0 && receiver.received.length >= nth * people.length
  })
  assert.deepEqual(receiver.refused, [])
  // an answer that was lost on a busy machine brings a message once more
  const once = [...new Map(receiver.received.map((each) => [each.id, each])).values()]
  for (const { userId } of people)
    assert.deepEqual(
      once.filter((each) => each.userId === userId).map(({ data }) => (data.detail as { nth: number }).nth),
      Array.from({ length: nth }, (_, index) => index),
    )
})

/** Requests that nobody answers. */
const hanging = new Set<ServerResponse>()

test('while receivers keep all places with requests that they never answer, emails go out', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => register(service)))
  receiver.received.length = 0
  receiver.secrets = []
  for (let count = 0; count < 8; count++) receiver.secrets.push((await add()).secret)
  receiver.answer = (_received, response) => {
    hanging.add(response)
    response.on('close', () => hanging.delete(response))
  }
  // four requests to each of eight: the 32 that are under way at most. They end by their time limit, and others take their
  // places: on a slow machine, that may happen before an email comes
  let isSentMeanwhile = false
  for (let tries = 0; tries < 6 && !isSentMeanwhile; tries++) {
    for (const { userId } of people) await link(userId, tries)
    await until(
      async () => {
        await db.script("update webhooks set paused_until = now() - interval '1 millisecond'")
        return hanging.size === 32
      },
      () => hanging.size,
    )
    const before = [...hanging]
    const email = newEmail()
    await register(service, { email })
    await until(() => service.mailServer.received.some(({ to }) => to[0] === email))
    isSentMeanwhile = before.every((response) => hanging.has(response))
  }
  assert.ok(isSentMeanwhile)
})
