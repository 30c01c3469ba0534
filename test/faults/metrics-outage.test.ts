import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../support/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { register } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { type Scrape, scrape } from '../support/scrape.ts'
import { isPostgres, testSecretKey } from '../support/service.ts'
import { timed } from '../support/timed.ts'

const skip = !isPostgres
// the database is asked once in 15 seconds
const watchMs = process.env.FAULTS === 'long' ? 40_000 : 1_000

const cluster = skip ? undefined : await startCluster()
after(() => cluster?.stop())

const startMonitored = async () => {
  const port = await freePort()
  const environment = { DATABASE_URL: cluster!.url, SECRET_KEY: testSecretKey, EMAIL_VERIFICATION: 'off' }
  const service = await spawnService({ ...environment, ADMIN_LISTEN: String(port) })
  return { ...service, adminAddress: `http://127.0.0.1:${port}` }
}

const outages = {
  'has crashed': () => cluster!.crash(),
  'is frozen': () => cluster!.freeze(),
}

const assertBlind = ({ sum }: Scrape) => {
  assert.equal(sum('db_up'), 0)
  for (const name of ['outbox_due', 'outbox_oldest_due_seconds', 'feed_lag_seconds'])
    assert.equal(sum(name), undefined, name)
  assert.equal(sum('registrations_total', { outcome: 'done' }), 1)
  assert.ok(sum('process_resident_memory_bytes')! > 0)
}

for (const [what, begin] of Object.entries(outages))
  test(`while the database ${what}, every scrape is answered soon, with what the process itself knows`, {
    skip,
    timeout: 120_000,
  }, async () => {
    const service = await startMonitored()
    await register(service)
    const end = await begin()
    const endsMs = performance.now() + watchMs
    do {
      let scrapes: Scrape[] = []
      const tookMs = await timed(async () => {
        scrapes = await Promise.all(Array.from({ length: 5 }, () => scrape(service)))
      })
      assert.ok(tookMs < 1_500, `${tookMs} ms`)
      for (const each of scrapes) assertBlind(each)
      await sleep(100)
    } while (performance.now() < endsMs)
    await end()
    assert.equal(await service.end('SIGTERM'), 0)
  })
