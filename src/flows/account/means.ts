import { providersOf } from '#credentials/identities/providers/configured.ts'
import type { PasskeyUse } from '#credentials/passkeys/queries/passkeys.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { asksForSigners } from '#credentials/second-step-methods.ts'
import type { Deps } from '#deps.ts'
import type { Means, Rules } from './ways-back.ts'

type Given = Pick<Deps, 'config' | 'now'>

/** What is stored of the ways into an account, whatever the settings are. */
export type Held = {
  hasPassword: boolean
  passkeys: readonly (PasskeyUse & { name: string })[]
  /** Their ids. */
  providers: readonly string[]
  /** Their names. */
  apps: readonly string[]
  hasBackupCodes: boolean
  mailbox: { typed: string; isProven: boolean } | undefined
  /** Whether it has a second factor. */
  isGuarded: boolean
}

/** Those of them that open anything here. */
export const meansAmong = (deps: Given, held: Held): Means[] => {
  const { hasPassword, passkeys, providers, apps, hasBackupCodes, mailbox } = held
  const offered = providersOf(deps)
  return [
    ...(hasPassword ? [{ kind: 'password' } as const] : []),
    ...(relyingPartyOf(deps.config) ? passkeys : []).map(({ name, isWayIn, signsIn, isSecondFactor }) => ({
      kind: 'passkey' as const,
      name,
      signsIn: isWayIn,
      isSecondFactor: isSecondFactor || (signsIn && asksForSigners(deps)),
    })),
    ...providers.filter((id) => offered.has(id)).map((name) => ({ kind: 'provider' as const, name })),
    ...apps.map((name) => ({ kind: 'totp' as const, name })),
    ...(hasBackupCodes ? [{ kind: 'backup_code' } as const] : []),
    ...(mailbox ? [{ kind: 'mailbox' as const, name: mailbox.typed, isProven: mailbox.isProven }] : []),
  ]
}

/** What decides how far they lead. */
export const rulesFor = (deps: Given, { isGuarded, passkeys }: Held): Rules => ({
  isGuarded: isGuarded || (asksForSigners(deps) && passkeys.some(({ signsIn }) => signsIn)),
  hasMailedCodes: deps.config.emailSignIn,
  hasRemoval: deps.config.twoFactorResetHours > 0,
})
