import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newKept } from './kept.ts'

test('a value is available until it expires, and not at that moment', () => {
  const kept = newKept(10)
  kept.set('a', { untilMs: 100 }, 0)
  assert.deepEqual(kept.get('a', 99.9), { untilMs: 100 })
  assert.equal(kept.get('a', 100), undefined)
})

test('the oldest value makes room', () => {
  const kept = newKept(2)
  for (const key of ['a', 'b', 'a', 'c']) kept.set(key, { untilMs: 100 }, 0)
  const there = ['a', 'b', 'c'].filter((key) => kept.get(key, 0))
  assert.deepEqual([there, kept.size], [['a', 'c'], 2])
})

test('expired values are dropped when a new one is added', () => {
  const kept = newKept(10)
  for (const key of ['a', 'b']) kept.set(key, { untilMs: 100 }, 0)
  kept.set('c', { untilMs: 200 }, 150)
  assert.equal(kept.size, 1)
})

test('a value that has expired on arrival is not kept', () => {
  const kept = newKept(10)
  for (const untilMs of [100, Number.NaN]) kept.set('a', { untilMs }, 100)
  assert.equal(kept.get('a', 100), undefined)
})
