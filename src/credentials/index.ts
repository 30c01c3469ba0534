import type { FactorMethod, Known } from '../../contract/wire.ts'
import { backupCode } from './backup-codes/credential.ts'
import type { Credential, SecondFactor } from './credential.ts'
import { identity } from './identities/credential.ts'
import { password } from './password/credential.ts'
import { totp } from './totp/credential.ts'

/** Every way to prove one's identity. They are deleted in this order, and later ones may look at what is left. */
export const credentials: readonly Credential[] = [password, totp, backupCode, identity]

/** Second factors, by their names in requests. */
export const factors = { totp, backup_code: backupCode } satisfies Record<string, SecondFactor>

export const factorMethods = Object.keys(factors) as Known<FactorMethod>[]

/** Whether somebody who signed in by these methods has proven a second factor. */
export const haveFactor = (methods: readonly string[]): boolean =>
  methods.some((method) => Object.hasOwn(factors, method))
