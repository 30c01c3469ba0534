import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { readFeedLag } from '../../src/accounts/events/queries/feed-lag.ts'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { ContentRejected, Undeliverable } from '../../src/messages/outbox/channel.ts'
import { deliverDue } from '../../src/messages/outbox/deliver.ts'
import { readBacklog } from '../../src/messages/outbox/queries/backlog.ts'
import { insertRow } from '../../src/messages/outbox/queries/outbox.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { openParts } from '../support/parts.ts'
import { sql } from '../support/sql.ts'

const { deps } = await openParts()
const { db, metrics } = deps

const line = (start: string) =>
  metrics
    .text()
    .split('\n')
    .find((text) => text.startsWith(start))

const post = (channel: string, delaySeconds = 0) =>
  insertRow(db, {
    queue: randomUUID(),
    userId: undefined,
    channel,
    message: 'verification',
    recipient: 'somebody@example.com',
    detail: {},
    sealed: undefined,
    delaySeconds,
  })

test('due messages are counted, with the age of the oldest', async () => {
  assert.deepEqual(await readBacklog(db), { due: 0, oldestSeconds: 0 })
  await post('mail', 3_600)
  assert.equal((await readBacklog(db)).due, 0)
  await post('mail')
  await db.run(sql`update outbox set due_at = now() - interval '10 minutes' where due_at <= now()`)
  await post('mail')
  const { due, oldestSeconds } = await readBacklog(db)
  assert.equal(due, 2)
  assert.ok(oldestSeconds >= 600 && oldestSeconds < 700)
})

test('every attempt is counted by its outcome', async () => {
  const channels = {
    good: async () => 'taken',
    bad: async () => Promise.reject(new ContentRejected('no')),
    hopeless: async () => Promise.reject(new Undeliverable('nobody')),
  }
  await db.run(sql`delete from outbox`)
  for (const channel of [...Object.keys(channels), 'of a newer program']) await post(channel)
  await deliverDue(deps, channels)
  const attempts = 'sallyport_outbox_attempts_total'
  assert.equal(line(`${attempts}{channel="good",outcome="delivered"}`)?.at(-1), '1')
  assert.equal(line(`${attempts}{channel="bad",outcome="failed"}`)?.at(-1), '1')
  assert.equal(line(`${attempts}{channel="hopeless",outcome="refused"}`)?.at(-1), '1')
  assert.equal(line(`${attempts}{channel="unknown",outcome="failed"}`)?.at(-1), '1')
  assert.equal((await readBacklog(db)).due, 0)
})

test('the feed’s lag is the age of the oldest event that is not in it', async () => {
  assert.equal(await readFeedLag(db), 0)
  await recordEvent(db, { type: 'session.ended', userId: randomUUID() })
  const lag = await readFeedLag(db)
  assert.ok(lag > 0 && lag < 60, String(lag))
  await runJobs(deps, jobs)
  assert.equal(await readFeedLag(db), 0)
})

test('only a successful run updates the time of a job’s last success', async () => {
  const fails = async () => Promise.reject(new Error('a job of the tests'))
  await runJobs(deps, [
    { name: 'works', run: async () => 0 },
    { name: 'fails', run: fails },
  ])
  const at = (name: string) => line(`sallyport_jobs_last_success_timestamp{name="${name}"}`)
  assert.ok(Math.abs(Number(at('works')?.split(' ').at(-1)) - Date.now() / 1_000) < 60)
  assert.equal(at('fails'), undefined)
})
