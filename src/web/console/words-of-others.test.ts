import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saidByOthers } from './words-of-others.ts'

test('text of others stays on its line, turns nothing round, and has an end', () => {
  assert.equal(saidByOthers('Ada’s phone'), 'Ada’s phone')
  assert.equal(saidByOthers('a\r\nb\u2028c\0d'), 'a b c d')
  assert.equal(saidByOthers('\u202eevil\u2066 \u200f'), 'evil')
  assert.equal(saidByOthers('x'.repeat(500)).length, 201)
  // no half of a letter
  assert.equal(saidByOthers('🗝'.repeat(5), 3), '🗝🗝🗝…')
  assert.equal(saidByOthers('a\ud800b'), 'a b')
})
