import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Secret } from 'otpauth'
import { base32, bytesOfBase32 } from './base32.ts'

test('the vectors of RFC 4648 §10 hold, without their padding', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [plain, encoded] of Object.entries(vectors)) assert.equal(base32(Buffer.from(plain)), encoded)
})

test('an independent library agrees on random bytes', () => {
  for (let length = 1; length < 200; length++) {
    const bytes = randomBytes(length)
    assert.equal(base32(bytes), new Secret({ buffer: new Uint8Array(bytes).buffer }).base32)
  }
})

test('a secret is read as people and other systems write it, and nothing else is', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = randomBytes(length)
    assert.deepEqual(bytesOfBase32(base32(bytes)), bytes)
  }
  for (const text of ['mzxw 6ytb oi', 'MZXW-6YTB-OI', 'MZXW6YTBOI======'])
    assert.equal(bytesOfBase32(text)?.toString(), 'foobar')
  for (const text of ['M', 'MZX', 'MZXW60', 'MZ=XW', 'MZXWé'])
    assert.equal(bytesOfBase32(text), undefined, text)
})
