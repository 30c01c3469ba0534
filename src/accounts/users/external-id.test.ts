import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExternalId } from './external-id.ts'

test('an id of another system has 1 to 128 printable characters, and spaces only between them', () => {
  for (const text of ['7', '507f1f77bcf86cd799439011', 'auth0|5f7c', 'Ada Łovelace', 'x'.repeat(128), '😀'])
    assert.equal(isExternalId(text), true, text)
  for (const text of ['', ' ', ' 7', '7 ', 'a\nb', 'a\0b', 'a\u2028b', '\u202eb', '\ud800', 'x'.repeat(129)])
    assert.equal(isExternalId(text), false, JSON.stringify(text))
})
