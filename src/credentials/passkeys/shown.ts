import type { Passkey } from '#contract/wire.ts'
import type { PasskeyRow } from './queries/passkeys.ts'

/** A passkey as its owner sees it. */
export const shownPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isSynced: row.isBackedUp,
  asSecondFactor: row.secondFactorSince !== null,
  transports: row.transports,
})
