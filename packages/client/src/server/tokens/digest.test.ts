import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { findDigest } from './digest.ts'

test('the digest of a token is SHA-256 (FIPS 180-4)', () => {
  const digest = findDigest()
  assert.equal(digest?.('abc'), 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=')
})

const lend = (name: 'process' | 'navigator', value: unknown) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, { value, configurable: true })
  return () => Object.defineProperty(globalThis, name, own!)
}

test('Node before 20.12 gives an identical digest', () => {
  const giveBack = lend('process', { getBuiltinModule: () => ({ createHash }) })
  try {
    assert.equal(findDigest()?.('abc'), 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=')
  } finally {
    giveBack()
  }
})

for (const [place, name, value] of [
  ['where there is no node:crypto', 'process', { getBuiltinModule: () => undefined }],
  ['where there is no process', 'process', undefined],
  ['in a worker whose requests share no connections', 'navigator', { userAgent: 'Cloudflare-Workers' }],
] as const)
  test(`no digest is available ${place}`, () => {
    const giveBack = lend(name, value)
    try {
      assert.equal(findDigest(), undefined)
    } finally {
      giveBack()
    }
  })
