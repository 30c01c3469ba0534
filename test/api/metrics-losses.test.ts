import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '../support/people.ts'
import { scrape } from '../support/scrape.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0' })
const name = 'accounts_one_loss_locks_out'

/** What the database has not answered within a second is in a later scrape. */
const scrapeCounted = async () => {
  for (const endsMs = performance.now() + 60_000; ; await sleep(100)) {
    const seen = await scrape(service)
    if (seen.sum(name) !== undefined) return seen
    assert.ok(performance.now() < endsMs, 'the accounts are not counted')
  }
}

test('operators see how many accounts a single loss locks out, by what is lost', async () => {
  await register(service)
  for (const { userId } of [await register(service), await register(service)])
    await service.deps.db.run(sql`delete from passwords where user_id = ${userId}`)
  const seen = await scrapeCounted()
  const counted = ['anything', 'mailbox', 'password', 'totp'].map((lost) => seen.sum(name, { lost }))
  assert.deepEqual(counted, [2, 2, 0, 0])
})
