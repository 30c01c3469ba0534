import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { keyRing } from '../../platform/crypto/keys.ts'
import { isSignInCode, signInCodeDigest } from './digest.ts'

const ring = keyRing(['a'.repeat(32), 'b'.repeat(32)])
const [one, other] = [{ digest: randomBytes(32) }, { digest: randomBytes(32) }]
const code = '7K3M-9QXD'

test('a code is bound to the challenge that it was asked with', () => {
  const stored = signInCodeDigest(ring[0], one, code)
  assert.ok(isSignInCode(ring, one, code, stored))
  assert.ok(isSignInCode(ring, one, ' 7k3m 9qxd', stored))
  assert.ok(!isSignInCode(ring, other, code, stored))
  assert.ok(!isSignInCode(ring, one, '7K3M-9QXE', stored))
})

test('a code made before a rotation is right under its key, and none is right where none was mailed', () => {
  const [, former] = ring
  assert.ok(former)
  assert.ok(isSignInCode(ring, one, code, signInCodeDigest(former, one, code)))
  assert.ok(!isSignInCode([ring[0]], one, code, signInCodeDigest(former, one, code)))
  for (const typed of ['', code]) assert.ok(!isSignInCode(ring, one, typed, null))
})
