import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { goesOn, type Life, live } from '../support/load.ts'
import { spawnService } from '../support/process.ts'
import { isPostgres, newDatabase, testSecretKey } from '../support/service.ts'

const failingSyncs =
  process.env.FAULTS === 'long' ? Array.from({ length: 20 }, (_, index) => index + 1) : [1, 6, 20]
const people = 4

test('after a failed sync nothing is acknowledged, and earlier data is there after the next start', {
  skip: isPostgres,
  timeout: 600_000,
}, async () => {
  const environment = {
    SECRET_KEY: testSecretKey,
    // a start may be slow, and lost answers are asked for again after it
    REFRESH_RETRY_SECONDS: '60',
    ...(await newDatabase()),
  }
  const preload = new URL('../support/failing-sync.ts', import.meta.url)
  const lives: Life[] = []
  for (const failing of failingSyncs) {
    const service = await spawnService({
      ...environment,
      NODE_OPTIONS: `--import=${preload}`,
      FAILING_SYNC: String(failing),
    })
    for (const life of lives.splice(0)) await goesOn(service, life)
    const closed = once(service.child, 'close')
    service.child.kill('SIGUSR2')
    await Promise.all(
      Array.from({ length: people }, (_, person) =>
        live(service, { yes: true }, lives, `${failing}-${person}`),
      ),
    )
    assert.deepEqual(await closed, [1, null], service.said.join('\n'))
    const fatal = service.said.filter((line) => line.startsWith('{') && JSON.parse(line).level === 'fatal')
    assert.equal(fatal.length, 1, service.said.join('\n'))
    assert.match(JSON.parse(String(fatal)).msg, /^DATA_DIR: .* \(EIO/)
  }
  const service = await spawnService(environment)
  for (const life of lives) await goesOn(service, life)
  assert.equal(await service.end('SIGTERM'), 0)
})
