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

test('no more tasks run at once than there are slots', async () => {
  const { run: inSlot } = hashSlots(2)
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

test('a request that would wait more than two seconds is refused after one, and the others are served', async () => {
  let nowMs = 0
  const metrics = newMetrics()
  const { run: inSlot, requireRoom } = hashSlots(1, metrics, () => nowMs)
  // teaches it that a piece takes a second
  const second = async () => {
    nowMs += 1_000
  }
  for (let piece = 0; piece < 200; piece++) await inSlot(second)
  await requireRoom()
  const first = work()
  const served = [inSlot(first.run), inSlot(async () => {}), inSlot(async () => {})]
  const askedMs = performance.now()
  const refused = [inSlot(async () => {}), requireRoom()].map((asked) =>
    assert.rejects(asked, { status: 503 }),
  )
  assert.match(metrics.text(), /^sallyport_password_hash_waiting 2$/m)
  assert.match(metrics.text(), /^sallyport_password_hash_refused_total 2$/m)
  await Promise.race(refused)
  assert.ok(performance.now() - askedMs > 990)
  await Promise.all(refused)
  first.end()
  await Promise.all(served)
  assert.match(metrics.text(), /^sallyport_password_hash_waiting 0$/m)
})

test('a task abandoned in the queue is skipped, and does not make the queue look short', async () => {
  let nowMs = 0
  const { run: inSlot, requireRoom } = hashSlots(1, newMetrics(), () => nowMs)
  const second = async () => {
    nowMs += 1_000
  }
  for (let piece = 0; piece < 200; piece++) await inSlot(second)
  let done = 0
  const abandoned = async () => void done++
  for (let piece = 0; piece < 100; piece++)
    await assert.rejects(inSlot(abandoned, { bucket: '', hasGone: () => true }), { status: 400 })
  assert.equal(done, 0)
  const first = work()
  const served = [inSlot(first.run), inSlot(second), inSlot(second)]
  await assert.rejects(requireRoom(), { status: 503 })
  first.end()
  await Promise.all(served)
})

test('no more than a thousand requests are kept waiting for their refusal', async () => {
  const { run: inSlot } = hashSlots(1)
  const first = work()
  const queued = Array.from({ length: 101 }, () => inSlot(first.run))
  let answered = 0
  const pausing = Array.from({ length: 1_000 }, () =>
    assert.rejects(inSlot(first.run), { status: 503 }).finally(() => answered++),
  )
  await assert.rejects(inSlot(first.run), { status: 503 })
  assert.equal(answered, 0)
  await Promise.all(pausing)
  first.end()
  await Promise.all(queued)
})

test('requests from one place queue behind each other, and others wait for at most one of them', async () => {
  const { run: inSlot } = hashSlots(1)
  const first = work()
  const order: string[] = []
  const ask = (bucket: string) => inSlot(async () => void order.push(bucket), { bucket })
  const all = [inSlot(first.run), ...['many', 'many', 'many', 'one', 'two', 'one'].map(ask)]
  first.end()
  await Promise.all(all)
  assert.deepEqual(order, ['many', 'one', 'two', 'many', 'one', 'many'])
})

test('networks of 64 bits within a /48 share a queue', async () => {
  const { run: inSlot } = hashSlots(1)
  const first = work()
  const order: string[] = []
  const ask = (bucket: string) => inSlot(async () => void order.push(bucket), { bucket })
  const networks = ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:2:1::/64'] as const
  const all = [inSlot(first.run), ...networks.map(ask)]
  first.end()
  await Promise.all(all)
  const [one, beside, other] = networks
  assert.deepEqual(order, [one, other, beside])
})

test('in a full queue, the last of the longest line makes room for shorter lines', async () => {
  const { run: inSlot, requireRoom } = hashSlots(1)
  const first = work()
  const served: string[] = []
  const ask = (bucket: string) => inSlot(async () => void served.push(bucket), { bucket })
  const running = inSlot(first.run)
  const flood = Array.from({ length: 100 }, () => ask('many'))
  await assert.rejects(requireRoom({ bucket: 'many' }), { status: 503 })
  await requireRoom({ bucket: 'one' })
  const other = ask('one')
  const displaced = assert.rejects(flood.at(-1) as Promise<void>, { status: 503 })
  first.end()
  await Promise.all([running, other, displaced, ...flood.slice(0, -1)])
  assert.equal(served.indexOf('one'), 1)
  assert.equal(served.length, 100)
})

test('a task that fails returns its slot', async () => {
  const { run: inSlot } = hashSlots(1)
  await assert.rejects(inSlot(async () => Promise.reject(new Error('failed'))))
  assert.equal(await inSlot(async () => 'served'), 'served')
})
