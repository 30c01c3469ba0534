import assert from 'node:assert/strict'
import { test } from 'node:test'
import { futureInstant, instantIn } from './instants.ts'

test('a date means midnight in UTC, and an instant has an offset and any number of digits', () => {
  for (const [text, at] of [
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2027-01-31T09:00Z', '2027-01-31T09:00:00.000Z'],
    ['2027-01-31T09:00:00Z', '2027-01-31T09:00:00.000Z'],
    ['2027-01-31T09:00:00.000Z', '2027-01-31T09:00:00.000Z'],
    ['2027-01-31T09:00:00.5+01:00', '2027-01-31T08:00:00.500Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ] as const)
    assert.equal(instantIn(text)?.toISOString(), at, text)
})

test('impossible dates, ambiguous times and other texts are no instants', () => {
  for (const text of [
    '',
    'soon',
    '2027',
    '2027-1-31',
    '2027-02-29',
    '2027-02-31T09:00:00Z',
    '2027-13-01',
    '2027-01-31T09:00:00',
    '2027-01-31T24:00:00Z',
    '2027-01-31T09:60:00Z',
    '2027-01-31T09:00:00.0000Z',
    '2027-01-31T09:00:00+25:00',
    '2027-01-31 09:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00+00:01',
    ' 2027-01-31',
    '2027-01-31\n',
  ])
    assert.equal(instantIn(text), undefined, text)
})

test('the present and the past are not future instants', () => {
  const nowMs = Date.parse('2027-01-31T09:00:00Z')
  assert.equal(futureInstant('2027-01-31T09:00:00Z', nowMs), undefined)
  assert.equal(futureInstant('2027-01-31T09:00:00.001Z', nowMs)?.getTime(), nowMs + 1)
  assert.equal(futureInstant('2030-02-31', nowMs), undefined)
})
