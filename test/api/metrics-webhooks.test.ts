import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { addWebhook } from '../../src/flows/webhooks/add.ts'
import { readWebhookHealth } from '../../src/flows/webhooks/health.ts'
import { feedAll } from '../support/feed.ts'
import { newOperator } from '../support/operators.ts'
import { openParts } from '../support/parts.ts'
import { countedWhile, scrape } from '../support/scrape.ts'
import { startTestService } from '../support/service.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const settings = { WEBHOOK_PRIVATE_HOSTS: 'localhost' }
const types = ['identity.*']

test('the lag of webhooks is the age of what the slowest one that is on has not been told', async () => {
  const { deps } = await openParts(settings)
  const { db } = deps
  const read = () => readWebhookHealth(db)
  const assertLag = async (seconds: number) => {
    const { lagSeconds } = await read()
    assert.ok(lagSeconds >= seconds && lagSeconds < seconds + 300, `${lagSeconds} s, not ${seconds}`)
  }
  assert.deepEqual(await read(), { lagSeconds: 0, off: 0 })
  const wanted = { url: 'http://localhost:9/', types, description: '', includesAddresses: false }
  const { id } = await addWebhook(deps, wanted, { kind: 'operator' })
  // that it was added
  await feedAll(deps)
  await db.script('update webhooks set cursor_seq = (select last from feed_position)')
  assert.deepEqual(await read(), { lagSeconds: 0, off: 0 })

  await recordEvent(db, { type: 'identity.linked', userId: randomUUID() })
  await feedAll(deps)
  await db.script("update feed set at = now() - interval '20 minutes 1 millisecond'")
  await assertLag(1_200)
  await db.script(
    `insert into webhook_waiting (webhook_id, user_id, seq, event_id, since)
     values ('${id}', '${randomUUID()}', 1, 1, now() - interval '40 minutes 1 millisecond')`,
  )
  await assertLag(2_400)
  const end = (because: string) =>
    db.script(`update webhooks set disabled_at = now(), disabled_because = '${because}'`)
  await end('failing')
  assert.deepEqual(await read(), { lagSeconds: 0, off: 1 })
  await end('by_operator')
  assert.deepEqual(await read(), { lagSeconds: 0, off: 0 })
})

test('every attempt is counted by how it ended, and whoever is gone is off', async () => {
  const service = await startTestService({ ...settings, ADMIN_LISTEN: '127.0.0.1:0' })
  const { ask } = await newOperator(service, 'webhooks:read', 'webhooks:write')
  const receiver = await startReceiver()
  const { id, secret } = (await ask('POST', '/webhooks', { url: receiver.url, types })).body
  receiver.secrets = [secret]
  const endings = [204, 400, 410]
  const counted = await countedWhile(service, 'webhook_attempts_total outcome', async () => {
    for (const [index, status] of endings.entries()) {
      receiver.answer = (_received, response) => response.writeHead(status).end()
      // of somebody else each time, so that none waits for another
      await recordEvent(service.deps.db, { type: 'identity.linked', userId: randomUUID() })
      const attempts = async () => (await ask('GET', `/webhooks/${id}/attempts`)).body.attempts
      for (const deadline = Date.now() + 60_000; (await attempts()).length <= index; await sleep(20))
        assert.ok(Date.now() < deadline)
    }
    for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
      if (!(await ask('GET', `/webhooks/${id}`)).body.enabled) break
      assert.ok(Date.now() < deadline)
    }
  })
  // on a slow machine, the one that failed may have come again
  assert.deepEqual(Object.keys(counted).sort(), ['delivered', 'failed', 'gone'])
  assert.equal(counted.delivered, 1)
  // what the database knows is asked every few seconds
  for (const deadline = Date.now() + 60_000; ; await sleep(200)) {
    const { sum } = await scrape(service)
    if (sum('webhooks_off') === 1 && sum('webhook_lag_seconds') === 0) break
    assert.ok(Date.now() < deadline)
  }
})
