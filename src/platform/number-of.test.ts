import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberOf } from './number-of.ts'

test('a count of one takes the singular, zero and more the plural', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => numberOf(count, 'account')),
    ['0 accounts', '1 account', '2 accounts'],
  )
})
