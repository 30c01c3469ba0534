import type { FactorMethod, Known } from '../../contract/wire.ts'
import { backupCode } from './backup-codes/credential.ts'
import type { Credential, SecondFactor } from './credential.ts'
import { identity } from './identities/credential.ts'
import { password } from './password/credential.ts'
import { totp } from './totp/credential.ts'

/** Every way to prove who one is. Where one is deleted, those after it may look at what is left. */
export const credentials: readonly Credential[] = [password, totp, backupCode, identity]

/** Second factors, by the name that requests call them by. */
export const factors = { totp, backup_code: backupCode } satisfies Record<string, SecondFactor>

/** The names of all second factors. */
export const factorMethods = Object.keys(factors) as Known<FactorMethod>[]
