import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { newMetrics } from '../metrics/metrics.ts'
import { hashSlots } from './hash-slots.ts'

/** Work that ends when it is told to. */
const work = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve }
}

test('no more pieces of work run at once than there are slots', async () => {
  const inSlot = hashSlots(2)
  let running = 0
  let most = 0
  const piece = async () => {
    most = Math.max(most, ++running)
    await turn()
    running--
  }
  await Promise.all(Array.from({ length: 50 }, () => inSlot(piece)))
  assert.equal(most, 2)
})

test('who would wait more than two seconds is refused at once, and the others are served', async () => {
  let nowMs = 0
  const metrics = newMetrics()
  const inSlot = hashSlots(1, metrics, () => nowMs)
  // teaches it that a piece takes a second
  const second = async () => {
    nowMs += 1_000
  }
  for (let piece = 0; piece < 200; piece++) await inSlot(second)
  const first = work()
  const served = [inSlot(first.run), inSlot(async () => {}), inSlot(async () => {})]
  await assert.rejects(
    inSlot(async () => {}),
    { status: 503 },
  )
  assert.match(metrics.text(), /^sallyport_password_hash_waiting 2$/m)
  assert.match(metrics.text(), /^sallyport_password_hash_refused_total 1$/m)
  first.end()
  await Promise.all(served)
  assert.match(metrics.text(), /^sallyport_password_hash_waiting 0$/m)
})

test('work that fails gives its slot back', async () => {
  const inSlot = hashSlots(1)
  await assert.rejects(inSlot(async () => Promise.reject(new Error('failed'))))
  assert.equal(await inSlot(async () => 'served'), 'served')
})
