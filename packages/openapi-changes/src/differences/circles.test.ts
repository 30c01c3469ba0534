import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circlesIn } from './circles.ts'

const sorted = (edges: number[][]) =>
  circlesIn(edges.length, (node) => edges[node] ?? []).map((circle) => circle.sort())

test('what leads to each other is one circle, and what it leads to comes first', () => {
  assert.deepEqual(sorted([]), [])
  assert.deepEqual(sorted([[1], [2], []]), [[2], [1], [0]])
  assert.deepEqual(sorted([[1], [2, 3], [0], [3]]), [[3], [0, 1, 2]])
  assert.deepEqual(sorted([[1], [0, 2], [3], [2], [0, 2]]), [[2, 3], [0, 1], [4]])
})

test('a long way does not need a deep stack', () => {
  const count = 200_000
  assert.equal(circlesIn(count, (node) => (node + 1 < count ? [node + 1] : [])).length, count)
  assert.equal(circlesIn(count, (node) => [(node + 1) % count]).length, 1)
})
