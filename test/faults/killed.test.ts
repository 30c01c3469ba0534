import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { goesOn, type Life, live } from '../support/load.ts'
import { spawnService } from '../support/process.ts'
import { newDatabase } from '../support/service.ts'

const rounds = Number(process.env.KILL_ROUNDS ?? 3)
const people = 4

const environment = {
  SECRET_KEY: 'a secret of the tests that nobody else may use',
  // a start may be slow, and lost answers are asked for again after it
  REFRESH_RETRY_SECONDS: '60',
  ...(await newDatabase()),
}

test('everything acknowledged before a SIGKILL under load survives it', {
  timeout: 600_000,
}, async () => {
  const lives: Life[] = []
  for (let round = 0; round < rounds; round++) {
    const service = await spawnService(environment)
    const before = lives.splice(0)
    for (const life of before) await goesOn(service, life)
    const alive = { yes: true }
    const busy = Array.from({ length: people }, (_, person) =>
      live(service, alive, lives, `${round}-${person}`),
    )
    while (lives.length < people) await sleep(10)
    await sleep(Math.random() * 400)
    alive.yes = false
    await service.end('SIGKILL')
    await Promise.all(busy)
    assert.ok(lives.length > 0, 'there was no load')
  }
  const service = await spawnService(environment)
  for (const life of lives) await goesOn(service, life)
  assert.equal(await service.end('SIGTERM'), 0)
})
