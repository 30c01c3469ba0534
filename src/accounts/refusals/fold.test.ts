import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldRefusals } from './fold.ts'
import type { ToldRefusal } from './refusal.ts'

const hour = 3_600_000

const refusal = (requestId: string, more: Partial<ToldRefusal> = {}): ToldRefusal => ({
  requestId,
  userId: 'ada',
  code: 'invalid_credentials',
  rule: 'password.wrong',
  facts: { place: 'unknown' },
  operation: 'POST /auth/token',
  address: '203.0.113.7',
  ...more,
})

const idsOf = (rows: readonly { requestId: string }[]) => rows.map(({ requestId }) => requestId)

test('refusals get a row each, and a flood shares one that knows its first and its last', () => {
  const held = foldRefusals()
  for (let nth = 0; nth < 1_000; nth++) held.note(refusal(`${nth}`, { facts: { left: nth } }), nth)
  const rows = held.take(1_000)
  assert.equal(rows.length, 21)
  const shared = rows.at(-1)
  assert.deepEqual([shared?.requestId, shared?.lastRequestId, shared?.count], ['20', '999', 980])
  assert.deepEqual([shared?.facts, shared?.firstMs, shared?.lastMs], [{ left: 999 }, 20, 999])
  assert.ok(!held.isWaiting())
})

test('a shared row is written again half a minute later, under the same id', () => {
  const held = foldRefusals()
  for (let nth = 0; nth < 21; nth++) held.note(refusal(`${nth}`), 0)
  held.take(0)
  held.note(refusal('later'), 1_000)
  assert.deepEqual(held.take(29_000), [])
  assert.ok(held.isWaiting())
  const [row, ...more] = held.take(30_000)
  assert.deepEqual([row?.requestId, row?.lastRequestId, row?.count, more.length], ['20', 'later', 2, 0])
  held.note(refusal('at the end'), 31_000)
  assert.deepEqual(
    held.take(31_000, true).map(({ count }) => count),
    [3],
  )
})

test('others’ refusals, other rules, and a place that is known have rows of their own', () => {
  const held = foldRefusals()
  for (let nth = 0; nth < 100; nth++) held.note(refusal(`${nth}`), 0)
  held.take(0)
  held.note(refusal('owner', { facts: { place: 'known' } }), 1)
  held.note(refusal('other rule', { rule: 'limit.password' }), 1)
  held.note(refusal('other account', { userId: 'bob' }), 1)
  assert.deepEqual(idsOf(held.take(1)), ['owner', 'other rule', 'other account'])
})

test('after an hour refusals have rows of their own again, and nothing that was counted is lost', () => {
  const held = foldRefusals()
  for (let nth = 0; nth < 21; nth++) held.note(refusal(`${nth}`), 0)
  held.take(0)
  held.note(refusal('counted'), 1)
  held.note(refusal('an hour later'), hour)
  assert.deepEqual(
    held.take(hour).map(({ requestId, count }) => [requestId, count]),
    [
      ['20', 2],
      ['an hour later', 1],
    ],
  )
})

test('strangers’ refusals take as much as a hundred rows of a rule, and memory has an end', () => {
  const held = foldRefusals()
  for (let nth = 0; nth < 500; nth++) held.note(refusal(`${nth}`, { userId: undefined }), 0)
  assert.equal(held.take(0).length, 101)
  for (let nth = 0; nth < 30_000; nth++) held.note(refusal(`${nth}`, { userId: `${nth}` }), 0)
  assert.equal(held.take(0).length, 1_000)
})

test('what could not be written is given back', () => {
  const held = foldRefusals()
  held.note(refusal('first'), 0)
  held.giveBack(held.take(0))
  assert.deepEqual(idsOf(held.take(0)), ['first'])
})
