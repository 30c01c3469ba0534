import assert from 'node:assert/strict'
import { hkdfSync } from 'node:crypto'
import { test } from 'node:test'
import { hmacKey } from './hmac.ts'
import { keyRing, keysById } from './keys.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

test('HKDF-SHA-256 matches RFC 5869 (appendix A.1)', () => {
  const key = hkdfSync(
    'sha256',
    hex('0b'.repeat(22)),
    hex('000102030405060708090a0b0c'),
    hex('f0f1f2f3f4f5f6f7f8f9'),
    42,
  )
  const expected = '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865'
  assert.equal(Buffer.from(key).toString('hex'), expected)
})

test('each purpose has a key of its own, and a secret always gives the same keys', () => {
  const [keys] = keyRing(['a secret that is at least 32 bytes long'])
  const [again] = keyRing(['a secret that is at least 32 bytes long'])
  assert.deepEqual(keys, again)
  const made = Object.values({
    ...keys,
    token: keys.token.inner,
    passkeyChallenge: keys.passkeyChallenge.inner,
    inquiry: keys.inquiry.inner,
    form: keys.form.inner,
  }).map((key) => Buffer.from(key).toString('hex'))
  assert.equal(new Set(made).size, made.length)
  // known answers: a change of label or of derivation would lock out everybody
  assert.deepEqual(
    keys.token,
    hmacKey(hex('442885bab468259f9db6a4b04cee273523924a322902a42be04f7d91b5ac07b2')),
  )
  assert.equal(
    keys.pepper.toString('hex'),
    '2c4e4cec9664f8579da47198475943d16f093ffca3f7275b620e5f50e6234b79',
  )
})

test('the first secret signs, and each is found by its id', () => {
  const ring = keyRing(['a'.repeat(32), 'b'.repeat(32)])
  assert.deepEqual(ring[0], keyRing(['a'.repeat(32)])[0])
  assert.equal(keysById(ring, ring[1]?.id as Buffer), ring[1])
  assert.equal(keysById(ring, keyRing(['c'.repeat(32)])[0].id), undefined)
})
