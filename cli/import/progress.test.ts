import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressWords } from './progress.ts'

test('progress says how many came, how fast, and how long the rest takes', () => {
  assert.equal(
    progressWords({ people: 25_000, seconds: 10, share: 0.25 }),
    '25,000 people, 2,500 a second, 30 s left',
  )
  assert.equal(
    progressWords({ people: 600, seconds: 60, share: 0.01 }),
    '600 people, 10 a second, 99 min left',
  )
  assert.equal(progressWords({ people: 600, seconds: 60, share: undefined }), '600 people, 10 a second')
})
