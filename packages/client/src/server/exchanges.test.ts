import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kept } from '../store.ts'
import type { TokenPair } from '../wire.ts'
import { newExchanges, sharedExchanges } from './exchanges.ts'

const minuteMs = 60_000
const startMs = Date.parse('2026-11-01T12:00:00.000Z')

const pairOf = (name: string, untilMs: number): TokenPair => {
  const expiresAt = new Date(untilMs).toISOString()
  const token = { type: 'bearer' as const, name: null, abilities: ['*'], lastUsedAt: expiresAt, expiresAt }
  return { accessToken: { ...token, token: `at ${name}` }, refreshToken: { ...token, token: `rt ${name}` } }
}
const keptOf = (name: string, id = 'ada'): Kept => ({ id, pair: pairOf(name, startMs) })

const start = () => {
  const clock = { nowMs: startMs }
  const exchanges = newExchanges(() => clock.nowMs)
  /** Exchanges one for the other, which lives for fifteen minutes. */
  const exchange = (from: string, to: string, id?: string) =>
    exchanges.share(keptOf(from, id), async () => pairOf(to, clock.nowMs + 15 * minuteMs))
  const newest = (name: string) => exchanges.newest(keptOf(name)).pair.refreshToken.token
  return { clock, exchanges, exchange, newest }
}

test('a pair that was exchanged twice leads to the newest one without another request', async () => {
  const { exchanges, exchange, newest } = start()
  await exchange('old', 'newer')
  await exchange('newer', 'newest')
  assert.deepEqual(['old', 'newer', 'newest', 'other'].map(newest), [
    'rt newest',
    'rt newest',
    'rt newest',
    'rt other',
  ])
  const again = await exchanges.share(keptOf('old'), () => assert.fail('asked'))
  assert.equal(again.refreshToken.token, 'rt newest')
})

test('a pair is given for five minutes, even if its access token ends sooner', async () => {
  const { clock, exchanges, newest } = start()
  await exchanges.share(keptOf('old'), async () => pairOf('newer', clock.nowMs + 1_000))
  clock.nowMs += 5 * minuteMs - 1
  assert.equal(newest('old'), 'rt newer')
  clock.nowMs += 1
  assert.equal(newest('old'), 'rt old')
})

test('a failed exchange is retried by the next caller', async () => {
  const { exchanges, exchange, newest } = start()
  const failing = () => exchanges.share(keptOf('old'), async () => Promise.reject(new Error('no answer')))
  const both = await Promise.allSettled([failing(), failing()])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await exchange('old', 'newer')
  assert.equal(newest('old'), 'rt newer')
})

test('a sign-out forgets that person’s exchanges, even pending ones, and nobody else’s', async () => {
  const { exchanges, exchange, newest } = start()
  await exchange('old', 'newer')
  await exchange('of another', 'newer of another', 'grace')
  const answered = Promise.withResolvers<TokenPair>()
  const underWay = exchanges.share(keptOf('newer'), () => answered.promise)
  exchanges.forget('ada')
  answered.resolve(pairOf('newest', startMs + minuteMs))
  assert.equal((await underWay).refreshToken.token, 'rt newest')
  assert.deepEqual(['old', 'newer', 'of another'].map(newest), ['rt old', 'rt newer', 'rt newer of another'])
})

test('copies of this module in a process share what they remember', async () => {
  const copy: typeof import('./exchanges.ts') = await import(`${import.meta.resolve('./exchanges.ts')}?copy`)
  assert.notEqual(copy.newExchanges, newExchanges)
  assert.equal(copy.sharedExchanges(), sharedExchanges())
})
