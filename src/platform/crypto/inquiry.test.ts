import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTo, isAnswerTo, newInquiry } from './inquiry.ts'
import { keyRing } from './keys.ts'

const ring = keyRing(['a'.repeat(32)])
const others = keyRing(['b'.repeat(32)])
const nowMs = Date.UTC(2026, 2, 5)

test('an inquiry is answered only with its own key, and the answer trusted only then', () => {
  const inquiry = newInquiry(ring, nowMs)
  const answer = answerTo(ring, inquiry, nowMs) ?? ''
  assert.ok(isAnswerTo(ring, inquiry, answer))
  assert.equal(isAnswerTo(others, inquiry, answer), false)
  assert.equal(isAnswerTo(ring, newInquiry(ring, nowMs), answer), false)
  assert.equal(answerTo(others, inquiry, nowMs), undefined)
})

test('a key that no longer signs is still recognised', () => {
  const inquiry = newInquiry(ring, nowMs)
  const answer = answerTo([others[0], ring[0]], inquiry, nowMs) ?? ''
  assert.ok(isAnswerTo(ring, inquiry, answer))
})

test('an inquiry is valid for a minute, whichever clock is ahead', () => {
  const inquiry = newInquiry(ring, nowMs)
  for (const seconds of [-60, 0, 60]) assert.ok(answerTo(ring, inquiry, nowMs + seconds * 1_000))
  for (const seconds of [-61, 61])
    assert.equal(answerTo(ring, inquiry, nowMs + seconds * 1_000), undefined, `${seconds} s`)
})

test('anything else is not an inquiry, and an inquiry is not its own answer', () => {
  const inquiry = newInquiry(ring, nowMs)
  const raw = Buffer.from(inquiry, 'base64url')
  const changed = Array.from(raw, (byte, at) => Buffer.from(raw).fill(byte ^ 1, at, at + 1))
  for (const each of [...changed, raw.subarray(1), Buffer.concat([raw, raw])])
    assert.equal(answerTo(ring, each.toString('base64url'), nowMs), undefined)
  for (const text of ['', ' ', 'ok', '\u0000']) assert.equal(answerTo(ring, text, nowMs), undefined)
  assert.equal(isAnswerTo(ring, inquiry, raw.subarray(22).toString('base64url')), false)
  assert.equal(isAnswerTo(ring, inquiry, ''), false)
})
