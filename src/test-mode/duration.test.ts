import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantAfter } from './duration.ts'

const after = (from: string, duration: string) => {
  const instantMs = instantAfter(Date.parse(from), duration)
  return instantMs === undefined ? undefined : new Date(instantMs).toISOString()
}

test('a duration is added part by part, by the calendar in UTC', () => {
  const cases = [
    ['2026-01-01T00:00:00.000Z', 'PT15M', '2026-01-01T00:15:00.000Z'],
    ['2026-01-01T00:00:00.000Z', 'PT1H30M7.5S', '2026-01-01T01:30:07.500Z'],
    ['2026-01-01T00:00:00.000Z', 'P2W3DT4H', '2026-01-18T04:00:00.000Z'],
    ['2026-01-31T12:00:00.000Z', 'P1M', '2026-02-28T12:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 'P1Y', '2025-02-28T00:00:00.000Z'],
    ['2026-12-15T00:00:00.000Z', 'P1Y2M3D', '2028-02-18T00:00:00.000Z'],
    ['2026-01-01T00:00:00.000Z', 'PT0S', '2026-01-01T00:00:00.000Z'],
  ] as const
  for (const [from, duration, expected] of cases) assert.equal(after(from, duration), expected, duration)
})

test('a duration that leads out of the calendar has no instant', () => {
  for (const text of ['P300000Y', 'P4000000M', `P${'9'.repeat(400)}D`, `PT${'9'.repeat(400)}S`])
    assert.equal(instantAfter(Date.parse('2026-01-01'), text), undefined, text)
})

test('what is no duration has no instant', () => {
  const none = [
    '',
    'P',
    'PT',
    '15M',
    'PT15',
    'P1H',
    'PT1D',
    '-PT1H',
    'PT-1H',
    'P1.5D',
    'PT1S ',
    'pt1s',
    'P1DT',
  ]
  for (const text of none) assert.equal(instantAfter(0, text), undefined, text)
})
