import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { backupCodeDigest, backupCodeDigests, newBackupCodes } from './backup-code.ts'
import { keyRing } from './keys.ts'
import { normalTypedCode } from './typed-code.ts'

const ring = keyRing(['a'.repeat(32), 'b'.repeat(32)])
const [keys] = ring

test('there are ten codes of sixteen characters of Crockford’s base32, which is 80 bits', () => {
  const codes = newBackupCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
})

test('every character comes up about equally often', () => {
  const counts = new Map<string, number>()
  const letters = Array.from({ length: 1_000 }, newBackupCodes).flat().join('').replaceAll('-', '')
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  assert.equal(counts.size, 32)
  // 5,000 of each are expected, give or take 70
  for (const count of counts.values()) assert.ok(Math.abs(count - 5_000) < 500, String(count))
})

test('a code is read whatever its case, hyphens and look-alikes', () => {
  for (const typed of ['01AB-CDEF-GHJK-MNPQ', '01abcdefghjkmnpq', ' o l a b cdef ghjk mnpq ', 'OIAB']) {
    assert.ok('01ABCDEFGHJKMNPQ'.startsWith(normalTypedCode(typed)), typed)
  }
  assert.equal(normalTypedCode('oOiIlL-0011'), '0011110011')
})

test('a code is stored as a keyed digest that is bound to its user', () => {
  const digest = backupCodeDigest(keys, 'user', '01AB-CDEF-GHJK-MNPQ')
  assert.deepEqual(digest, createHmac('sha256', keys.backupCode).update('user 01ABCDEFGHJKMNPQ').digest())
  assert.deepEqual(digest, backupCodeDigest(keys, 'user', 'olab cdef ghjk mnpq'))
  assert.notDeepEqual(digest, backupCodeDigest(keys, 'another', '01AB-CDEF-GHJK-MNPQ'))
  assert.notDeepEqual(digest, backupCodeDigest(ring[1] as typeof keys, 'user', '01AB-CDEF-GHJK-MNPQ'))
})

test('a code made before a rotation is found under its key', () => {
  const made = backupCodeDigest(ring[1] as typeof keys, 'user', '01AB-CDEF-GHJK-MNPQ')
  assert.ok(backupCodeDigests(ring, 'user', '01AB-CDEF-GHJK-MNPQ').some((digest) => digest.equals(made)))
})
