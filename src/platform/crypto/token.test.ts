import assert from 'node:assert/strict'
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { keyRing } from './keys.ts'
import { deriveToken, isAuthentic, macDigest, readToken, type TokenIdentity } from './token.ts'

const secret = 'a secret that is at least 32 bytes long'
const ring = keyRing([secret])
const [keys] = ring
const seed = Buffer.alloc(32, 7)
const identity: TokenIdentity = {
  kind: 'access',
  userId: '018e0a5c-0000-7000-8000-000000000001',
  sessionId: '018e0a5c-0000-7000-8000-000000000002',
  generation: 3,
}

test('a token is derived as documented', () => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sallyport token', 32))
  const ids = Buffer.from(`${identity.userId}${identity.sessionId}`.replaceAll('-', ''), 'hex')
  const packed = Buffer.concat([ids, Buffer.from([0, 0, 0, 3])])
  const witness = createHmac('sha256', key).update('access').update(packed).digest()
  const mac = createHash('sha256').update(seed).update(witness).digest()
  const body = Buffer.concat([keys.id, packed, mac]).toString('base64url')
  assert.ok(deriveToken(keys, identity, seed).startsWith(`sp_at_${body}`))
})

test('a derived token is read, and is authentic for its own seed alone', () => {
  const presented = readToken(ring, 'access', deriveToken(keys, identity, seed))
  assert.ok(presented)
  const { userId, sessionId, generation } = presented
  assert.deepEqual({ kind: presented.kind, userId, sessionId, generation }, identity)
  assert.equal(isAuthentic(presented, seed), true)
  assert.equal(isAuthentic(presented, randomBytes(32)), false)
})

test('the database can check a token by the digest of its MAC', () => {
  const presented = readToken(ring, 'access', deriveToken(keys, identity, seed))
  assert.ok(presented)
  const mac = createHash('sha256').update(seed).update(presented.witness).digest()
  assert.deepEqual(macDigest(presented), createHash('sha256').update(mac).digest())
})

test('an access token is no refresh token, not even with the other prefix', () => {
  const access = deriveToken(keys, identity, seed)
  assert.equal(readToken(ring, 'refresh', access), undefined)
  const refresh = deriveToken(keys, { ...identity, kind: 'refresh' }, seed)
  assert.notEqual(refresh.slice(6, 130), access.slice(6, 130))
})

test('the MAC covers each part of a token', () => {
  const other = '018e0a5c-0000-7000-8000-000000000009'
  const presented = readToken(ring, 'access', deriveToken(keys, identity, seed))
  const changes = [{ userId: other }, { sessionId: other }, { generation: 4 }, { kind: 'refresh' as const }]
  for (const change of changes) {
    const changed = { ...identity, ...change }
    const forged = readToken(ring, changed.kind, deriveToken(keys, changed, seed))
    assert.ok(forged && presented)
    assert.equal(isAuthentic({ ...forged, mac: presented.mac }, seed), false, JSON.stringify(change))
  }
})

test('one token has one spelling: any other character at any place is refused', () => {
  const token = deriveToken(keys, identity, seed)
  for (let at = 0; at < token.length; at++) {
    for (const other of ['A', 'B', '-', '_', '=', '+', '/', ' ', '\n', 'é']) {
      if (token[at] === other) continue
      assert.equal(readToken(ring, 'access', token.slice(0, at) + other + token.slice(at + 1)), undefined)
    }
  }
  for (const spelling of [
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    token.slice(0, -1),
    token.toUpperCase(),
    '',
  ]) {
    assert.equal(readToken(ring, 'access', spelling), undefined)
  }
})

test('a token of a retired secret is refused unread', () => {
  const token = deriveToken(keyRing(['b'.repeat(32)])[0], identity, seed)
  assert.equal(readToken(ring, 'access', token), undefined)
})
