import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { databaseWithClock, setClock } from '../support/database-clock.ts'
import { newOperator } from '../support/operators.ts'
import { register } from '../support/people.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { first, sql } from '../support/sql.ts'
import { until } from '../support/until.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const hour = 3_600
/** Longer than the longest pause, which is five minutes. */
const stepSeconds = 330

const service = await startTestService({ ...(await databaseWithClock()), WEBHOOK_PRIVATE_HOSTS: 'localhost' })
await startSecond(service)
const { db } = service.deps
const { ask } = await newOperator(service, 'webhooks:read', 'webhooks:write')
const receiver = await startReceiver()
const { id, secret } = (await ask('POST', '/webhooks', { url: receiver.url, types: ['identity.*'] })).body
receiver.secrets = [secret]
const people = await Promise.all(Array.from({ length: 12 }, () => register(service)))

const show = async () => (await ask('GET', `/webhooks/${id}`)).body
/** Whether all that was fed is delivered, and noted. */
const isTold = async () => {
  const { behind, waiting } = await show()
  return behind === 0 && waiting === 0 && receiver.received.length >= people.length
}
const failures = async () =>
  (await first<{ failures: number }>(db, sql`select failures from webhooks`))?.failures ?? 0
const countFailed = async () =>
  (await first<{ count: number }>(
    db,
    sql`select count(*)::integer as count from webhook_attempts where outcome = 'failed'`,
  ))!.count

/** Something happens to everybody, one thing after the other, in one moment. */
const happen = async (...providers: string[]) => {
  const events = providers.flatMap((provider) =>
    people.map(({ userId }) => ({ type: 'identity.linked', userId, detail: { provider } }) as const),
  )
  await db.transaction((runner) => recordEvent(runner, ...events))
  happened.push(...providers)
}
const happened: string[] = []
const toldTo = (userId: string) =>
  receiver.received
    .filter((each) => each.userId === userId)
    .map(({ data }) => (data.detail as { provider: string }).provider)

test('what happens in an hour without a receiver arrives afterwards, each person’s in order and once', async () => {
  await happen('before')
  await until(isTold)

  receiver.goDown()
  let ahead = 0
  for (; ahead < hour; ahead += stepSeconds) {
    await setClock(service, ahead)
    const looks = await failures()
    await happen(`${ahead} s`, `${ahead} s, too`, `${ahead} s, at last`)
    await until(async () => (await failures()) > looks)
  }
  const { failingSince, enabled } = await show()
  assert.deepEqual([typeof failingSince, enabled], ['string', true])
  // whoever looks whether somebody is there again tries four events at most, however many wait
  const looks = await failures()
  assert.ok((await countFailed()) <= 4 * looks, `${await countFailed()} attempts in ${looks} looks`)
  for (const { userId } of people) assert.deepEqual(toldTo(userId), ['before'])

  receiver.isDown = false
  await happen('after')
  await setClock(service, ahead)
  await until(() => people.every(({ userId }) => toldTo(userId).length >= happened.length))
  await until(isTold)
  for (const { userId } of people) assert.deepEqual(toldTo(userId), happened)
  assert.equal(new Set(receiver.received.map((each) => each.id)).size, receiver.received.length)
  assert.equal((await show()).failingSince, null)
  assert.deepEqual(receiver.refused, [])
})
