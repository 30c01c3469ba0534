import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agoOf } from './ago.ts'

const at = new Date('2026-11-01T12:00:00.000Z')
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test('a past time is given in its largest unit, and after a week by its date', () => {
  for (const [passedMs, words] of [
    [-5_000, 'now'],
    [minute - 1, 'now'],
    [minute, '1 minute ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [7 * day - 1, '6 days ago'],
    [7 * day, 'November 1, 2026'],
  ] as const)
    assert.equal(agoOf(at, at.getTime() + passedMs, 'en'), words)
})

test('each language has its own words', () => {
  const told = (['de', 'fr', 'es'] as const).map((language) =>
    [0, 10 * minute].map((passedMs) => agoOf(at, at.getTime() + passedMs, language)),
  )
  assert.deepEqual(told, [
    ['jetzt', 'vor 10 Minuten'],
    ['maintenant', 'il y a 10 minutes'],
    ['ahora', 'hace 10 minutos'],
  ])
})
