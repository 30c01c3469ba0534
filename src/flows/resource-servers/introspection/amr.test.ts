import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amrOf } from './amr.ts'

const cases: [methods: string[], amr: string[]][] = [
  [['email_code'], ['otp']],
  [
    ['email_code', 'totp'],
    ['otp', 'mfa'],
  ],
  [['password'], ['pwd']],
  [
    ['password', 'totp'],
    ['pwd', 'otp', 'mfa'],
  ],
  [
    ['password', 'backup_code', 'totp'],
    ['pwd', 'otp', 'mfa'],
  ],
  [['passkey'], ['pop', 'user', 'mfa']],
  [
    ['password', 'passkey'],
    ['pwd', 'pop', 'user', 'mfa'],
  ],
  [['google'], ['fed']],
  [['constructor'], ['fed']],
  [
    ['acme', 'totp'],
    ['fed', 'otp', 'mfa'],
  ],
]

for (const [methods, amr] of cases)
  test(`${methods.join(' and ')} is ${amr.join(' ')}`, () => assert.deepEqual(amrOf(methods), amr))
