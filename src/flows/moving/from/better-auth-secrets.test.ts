import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowFault } from '../rows/row-fault.ts'
import { openBetterAuth } from './better-auth-secrets.ts'

test('what is no secret of better-auth, or is cut off, is refused alone', () => {
  for (const sealed of ['', 'no hexadecimal', 'abcd', '00'.repeat(39), `$ba$1$${'00'.repeat(40)}`])
    assert.throws(
      () => openBetterAuth(sealed, 'a secret'),
      (error) => error instanceof RowFault && error.code === 'bad_totp',
      sealed,
    )
})
