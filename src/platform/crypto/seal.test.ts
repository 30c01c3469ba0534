import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { test } from 'node:test'
import { keyRing } from './keys.ts'
import { isSealedAnew, seal, unseal, whyUnopened } from './seal.ts'

const ring = keyRing(['a'.repeat(32)])
const rotated = keyRing(['b'.repeat(32), 'a'.repeat(32)])
const plain = Buffer.from('a secret of twenty b')

test('a value sealed for a user opens for them', () => {
  assert.deepEqual(unseal(ring, seal(ring, plain, 'owner'), 'owner'), plain)
  assert.notDeepEqual(seal(ring, plain, 'owner'), seal(ring, plain, 'owner'))
})

test('a sealed value is laid out as documented: key id, nonce, ciphertext, tag', () => {
  const sealed = seal(ring, plain, 'owner')
  assert.equal(sealed.length, 2 + 12 + plain.length + 16)
  assert.deepEqual(sealed.subarray(0, 2), ring[0].id)
  const decipher = createDecipheriv('aes-256-gcm', ring[0].seal, sealed.subarray(2, 14))
  decipher.setAAD(Buffer.from('owner')).setAuthTag(sealed.subarray(-16))
  assert.deepEqual(Buffer.concat([decipher.update(sealed.subarray(14, -16)), decipher.final()]), plain)
})

test('a value sealed by hand, byte by byte, opens', () => {
  const nonce = Buffer.from('a nonce : 12')
  const cipher = createCipheriv('aes-256-gcm', ring[0].seal, nonce).setAAD(Buffer.from('owner'))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  const sealed = Buffer.concat([ring[0].id, nonce, ciphertext, cipher.getAuthTag()])
  assert.deepEqual(unseal(ring, sealed, 'owner'), plain)
})

test('a sealed value opens for nobody else', () => {
  const sealed = seal(ring, plain, 'owner')
  assert.equal(unseal(ring, sealed, 'another'), undefined)
  assert.equal(whyUnopened(ring, sealed), 'changed')
})

test('a changed byte, anywhere, keeps a value sealed', () => {
  const sealed = seal(ring, plain, 'owner')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.equal(unseal(ring, changed, 'owner'), undefined, String(at))
    // in front there is the name of the key: another one is unknown
    assert.equal(whyUnopened(ring, changed), at < 2 ? 'key' : 'changed', String(at))
  }
})

test('a truncated value, cut anywhere, stays sealed', () => {
  const sealed = seal(ring, plain, 'owner')
  for (let length = 0; length < sealed.length; length++) {
    assert.equal(unseal(ring, sealed.subarray(0, length), 'owner'), undefined, String(length))
  }
})

test('after a rotation the old key still opens, and the new one seals', () => {
  const sealed = seal(ring, plain, 'owner')
  assert.deepEqual(unseal(rotated, sealed, 'owner'), plain)
  assert.equal(isSealedAnew(rotated, sealed), false)
  assert.equal(isSealedAnew(rotated, seal(rotated, plain, 'owner')), true)
})

test('a value sealed under a retired key does not open', () => {
  assert.equal(unseal(keyRing(['b'.repeat(32)]), seal(ring, plain, 'owner'), 'owner'), undefined)
})
