import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failImportsOf } from '../../../test/support/failing-import.ts'
import { attestationHelpers, library } from './library.ts'

test('passkeys work again after their library failed to load', async () => {
  for (const [specifier, load] of [
    ['@simplewebauthn/server', library],
    ['@simplewebauthn/server/helpers', attestationHelpers],
  ] as const) {
    const allow = failImportsOf(specifier)
    await assert.rejects(load(), { code: 'EMFILE' })
    allow()
    await load()
  }
})
