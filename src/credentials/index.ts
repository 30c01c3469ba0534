import type { FactorMethod, Known } from '../../contract/wire.ts'
import { keysOf } from '../platform/keys-of.ts'
import { backupCode } from './backup-codes/credential.ts'
import type { CodeFactor, Credential, Remembered, SecondFactor } from './credential.ts'
import { identity } from './identities/credential.ts'
import { mailedCode } from './mailed-code/credential.ts'
import { guardingPasskey, signingPasskey } from './passkeys/credential.ts'
import { password } from './password/credential.ts'
import { totp } from './totp/credential.ts'
import { trustedDevice } from './trusted-devices/credential.ts'

/** Second factors that are proven by a code, by their names in requests: one more is a folder, and a line here. */
export const codeFactors = { totp, backup_code: backupCode } satisfies Record<string, CodeFactor>

/** Every second factor. */
const secondFactors = { ...codeFactors, passkey: guardingPasskey } satisfies Record<
  Known<FactorMethod>,
  CodeFactor | SecondFactor
>

/** Their names. */
export const codeMethods = keysOf(codeFactors)
export type CodeMethod = keyof typeof codeFactors
export const factorMethods = keysOf(secondFactors)

const standAlone = ({ standsAlone }: Credential) => standsAlone
const seconds: readonly (Credential | SecondFactor)[] = Object.values(secondFactors)

/**
 * Every way to prove one's identity, and what stands for one, deleted in this order: one that only works beside another goes
 * after it.
 */
export const credentials: readonly (Credential | SecondFactor | Remembered)[] = [
  password,
  ...seconds.filter(standAlone),
  ...seconds.filter((kind) => !standAlone(kind)),
  signingPasskey,
  identity,
  mailedCode,
  trustedDevice,
]

/** Those of a list that make two-factor authentication what it is. */
export const guardsAmong = (methods: readonly string[]): string[] =>
  factorMethods.filter((method) => methods.includes(method) && secondFactors[method].standsAlone)

/** Whether any is proven by a code. */
export const haveCode = (methods: readonly string[]): boolean =>
  codeMethods.some((method) => methods.includes(method))

/** Whether somebody who signed in by these methods has proven a second factor. A passkey alone is both. */
export const haveFactor = (methods: readonly string[]): boolean =>
  factorMethods.some((method) => methods.includes(method))

/** What a session's methods may have beside a first factor. */
export const secondStepTraces: readonly string[] = [...factorMethods, trustedDevice.kind]

/** Whether somebody who signed in by these has taken the second step: by a factor, or lately on the same device. */
export const haveSecondStep = (methods: readonly string[]): boolean =>
  secondStepTraces.some((method) => methods.includes(method))
