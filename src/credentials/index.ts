import type { FactorMethod, Known } from '../../contract/wire.ts'
import { keysOf } from '../platform/keys-of.ts'
import { backupCode } from './backup-codes/credential.ts'
import type { CodeFactor, Credential, SecondFactor } from './credential.ts'
import { identity } from './identities/credential.ts'
import { guardingPasskey, signingPasskey } from './passkeys/credential.ts'
import { password } from './password/credential.ts'
import { totp } from './totp/credential.ts'

/** Every way to prove one's identity. They are deleted in this order, and later ones may look at what is left. */
export const credentials: readonly (Credential | SecondFactor)[] = [
  password,
  totp,
  guardingPasskey,
  signingPasskey,
  backupCode,
  identity,
]

/** Second factors that are proven by a code, by their names in requests. */
export const codeFactors = { totp, backup_code: backupCode } satisfies Record<string, CodeFactor>

/** Their names. */
export const codeMethods = keysOf(codeFactors)

/** Every second factor, by its name in requests. */
export const factorMethods: readonly Known<FactorMethod>[] = [...codeMethods, 'passkey']

/** Whether somebody who signed in by these methods has proven a second factor. A passkey alone is both. */
export const haveFactor = (methods: readonly string[]): boolean =>
  methods.some((method) => factorMethods.some((factor) => factor === method))
