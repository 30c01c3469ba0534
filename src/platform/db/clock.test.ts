import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseClock } from './clock.ts'

const noon = Date.parse('2026-06-01T12:00:00Z')
const hour = 3_600_000

/** A process that looks at a clock: both times in milliseconds since it began. */
const watching = () => {
  const steps: number[] = []
  let nowMs = 0
  const clock = databaseClock(
    (backMs) => steps.push(Math.round(backMs)),
    () => nowMs,
  )
  return {
    steps,
    see: (databaseMs: number, atMs: number, askedMs = atMs) => {
      nowMs = atMs
      clock.see(new Date(noon + databaseMs), askedMs)
    },
    isCertain: (databaseMs: number) => clock.isCertain(new Date(noon + databaseMs)),
  }
}

test('while a clock only advances, every time is certain', () => {
  const { see, isCertain, steps } = watching()
  for (let at = 0; at < 10 * hour; at += hour / 7) see(at, at)
  assert.ok(isCertain(0) && isCertain(10 * hour))
  assert.deepEqual(steps, [])
})

test('times before the point from which a clock went back are doubtful, and later ones certain', () => {
  const { see, isCertain, steps } = watching()
  see(0, 0)
  see(hour, hour)
  see(0, hour)
  assert.deepEqual(steps, [hour])
  assert.ok(!isCertain(0) && !isCertain(hour / 2) && !isCertain(hour))
  assert.ok(isCertain(hour + 5_000))
})

test('an hour without a look still counts as an hour', () => {
  const { see, isCertain } = watching()
  see(0, 0)
  see(5_000, hour + 5_000)
  assert.ok(!isCertain(0) && !isCertain(hour))
  assert.ok(isCertain(hour + 20_000))
})

test('a clock that went back goes on from there: it is noticed once', () => {
  const { see, isCertain, steps } = watching()
  see(hour, 0)
  see(0, 1_000)
  for (let at = 1_000; at < 2 * hour; at += 60_000) see(at, at + 1_000)
  assert.equal(steps.length, 1)
  assert.ok(isCertain(hour + 60_000))
})

test('a slow answer does not mean that a clock went back', () => {
  const { see, isCertain, steps } = watching()
  see(0, 0)
  see(60_000, 60_000)
  see(1_000, 61_000, 1_000)
  assert.deepEqual(steps, [])
  assert.ok(isCertain(0))
})

test('a clock that drifts, was corrected by less than a second, or was set forward did not go back', () => {
  const { see, steps } = watching()
  see(0, 0)
  see(24 * hour - 9_000, 24 * hour)
  see(24 * hour - 9_000 + 60_000 - 900, 24 * hour + 60_000)
  see(48 * hour, 24 * hour + 120_000)
  see(48 * hour + 60_000, 24 * hour + 180_000)
  assert.deepEqual(steps, [])
})
