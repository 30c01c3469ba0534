import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { opaqueTokens } from './opaque-tokens.ts'

const userId = '01890a5d-ac96-774b-bcce-b302099a8057'
const sessionId = '01890a5d-ac96-774b-bcce-b302099a8058'
const tokens = opaqueTokens('sp_xx_', 'userId', 'sessionId')

test('a token names its subject, and is stored as the digest of all its bytes', () => {
  const { token, key } = tokens.issue({ userId, sessionId })
  const raw = Buffer.from(token.slice('sp_xx_'.length), 'base64url')
  assert.equal(raw.length, 16 + 16 + 32)
  assert.deepEqual(key, { userId, sessionId, digest: createHash('sha256').update(raw).digest() })
  assert.deepEqual(tokens.read(token), key)
  assert.notEqual(tokens.issue({ userId, sessionId }).token, token)
})

test('a token has one spelling, one prefix and one length', () => {
  const { token } = tokens.issue({ userId, sessionId })
  // 64 bytes leave four bits of the last character unused
  const respelt = token.slice(0, -1) + { A: 'B', Q: 'R', g: 'h', w: 'x' }[token.at(-1)!]
  const others = [
    respelt,
    `${token}=`,
    `${token}A`,
    token.slice(0, -1),
    token.replace('xx', 'yy'),
    `${token} `,
    '',
  ]
  for (const other of others) assert.equal(tokens.read(other), undefined, other)
  assert.equal(opaqueTokens('sp_xx_', 'userId').read(token), undefined)
})
