import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Offline, Refused } from '../../refused.ts'
import { pauseAfter } from './pauses.ts'

const longest = () => 1
const refused = (status: number, retrySeconds = 0) =>
  new Refused('', { code: 'unknown', status, retrySeconds })

test('pauses grow to five seconds', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 50, 5_000].map((nth) => pauseAfter(new Offline(), nth, longest))
  assert.deepEqual(pauses, [200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000])
})

test('clients that lost the service together do not return together', () => {
  assert.equal(
    pauseAfter(new Offline(), 6, () => 0),
    2_500,
  )
})

test('a busy service decides the pause, up to five seconds', () => {
  assert.equal(pauseAfter(refused(503, 3), 1, longest), 3_000)
  assert.equal(pauseAfter(refused(429, 600), 1, longest), 5_000)
})

test('a refused key is retried after a minute, a lost cursor soon', () => {
  for (const status of [401, 403, 404]) assert.equal(pauseAfter(refused(status), 1, longest), 60_000)
  assert.equal(pauseAfter(refused(410), 1, longest), 200)
})
