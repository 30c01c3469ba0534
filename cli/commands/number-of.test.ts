import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberOf } from './number-of.ts'

test('one is told in the singular, and none or more in the plural', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => numberOf(count, 'account')),
    ['0 accounts', '1 account', '2 accounts'],
  )
})
