import type { ActRow } from '#accounts/events/queries/operator-acts.ts'
import type { Act, ServiceKey } from '#contract/admin.ts'
import type { ListedKey } from '#credentials/service-keys/queries.ts'
import { nobody } from '#platform/crypto/id.ts'

export const shownAct = ({ at, userId, actorKind, actorId, ...row }: ActRow): Act => ({
  ...row,
  at: at.toISOString(),
  userId: userId === nobody ? null : userId,
  actor: { kind: actorKind, id: actorId },
})

export const shownKey = ({ isExpired: _, ...row }: ListedKey): ServiceKey => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
