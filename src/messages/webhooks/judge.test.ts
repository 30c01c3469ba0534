import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, secondsIn } from './judge.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const judged = (status: number, retryAfter?: string) => judge(status, retryAfter, nowMs)

test('only a 2xx is a delivery, a 410 ends it, and a redirect is a failure', () => {
  for (const status of [200, 201, 204, 299]) assert.equal(judged(status).outcome, 'delivered')
  assert.equal(judged(410).outcome, 'gone')
  for (const status of [199, 301, 302, 307, 400, 401, 404, 500, 503])
    assert.equal(judged(status).outcome, 'failed', `${status}`)
})

test('a receiver is away when its proxy says so or it asks for a pause, and not when it dislikes a message', () => {
  for (const status of [429, 502, 503, 504]) assert.equal(judged(status).isAway, true)
  for (const status of [400, 404, 500]) assert.equal(judged(status).isAway, false)
  assert.equal(judged(503, '120').pauseSeconds, 120)
  assert.equal(judged(500, '120').pauseSeconds, undefined)
})

test('a pause is as long as was asked for, in seconds or until a date, and four hours at most', () => {
  assert.equal(secondsIn('90', nowMs), 90)
  assert.equal(secondsIn('Sun, 01 Mar 2026 12:01:30 GMT', nowMs), 90)
  assert.equal(secondsIn('0', nowMs), 1)
  assert.equal(secondsIn('Sun, 01 Mar 2020 12:00:00 GMT', nowMs), 1)
  assert.equal(secondsIn('999999999', nowMs), 14_400)
  assert.equal(secondsIn('soon', nowMs), undefined)
  assert.equal(secondsIn(undefined, nowMs), undefined)
})
