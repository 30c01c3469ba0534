import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprints } from './fingerprints.ts'

test('each text is new once, however many there are', () => {
  const { add } = fingerprints()
  for (const isNew of [true, false])
    for (let nth = 0; nth < 100_000; nth++) assert.equal(add(`text ${nth}`), isNew, String(nth))
})
