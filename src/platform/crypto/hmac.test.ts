import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { hmacKey, hmacSha256 } from './hmac.ts'

// RFC 4231, 4.2 to 4.5 and 4.8
const vectors = [
  {
    key: '0b'.repeat(20),
    data: '4869205468657265',
    mac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    key: '4a656665',
    data: '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
    mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    key: 'aa'.repeat(20),
    data: 'dd'.repeat(50),
    mac: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    key: '0102030405060708090a0b0c0d0e0f10111213141516171819',
    data: 'cd'.repeat(50),
    mac: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
]

const bytes = (hex: string) => Buffer.from(hex, 'hex')

test('HMAC-SHA-256 matches RFC 4231', () => {
  for (const { key, data, mac } of vectors) {
    assert.equal(hmacSha256(hmacKey(bytes(key)), bytes(data)).toString('hex'), mac)
  }
})

test('every length gives OpenSSL’s result, in one part or in several', () => {
  for (let length = 0; length <= 200; length++) {
    const [key, message] = [randomBytes(length % 65), randomBytes(length)]
    const expected = createHmac('sha256', key).update(message).digest()
    const at = length >> 1
    assert.deepEqual(hmacSha256(hmacKey(key), message), expected)
    assert.deepEqual(hmacSha256(hmacKey(key), message.subarray(0, at), message.subarray(at)), expected)
  }
})

test('a key longer than a block is refused, not truncated', () => {
  assert.throws(() => hmacKey(Buffer.alloc(65)), RangeError)
})
