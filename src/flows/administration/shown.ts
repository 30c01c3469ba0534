import type { Act, AdminUser, ServiceKey } from '../../../contract/admin.ts'
import type { ActRow } from '../../accounts/events/acts/queries.ts'
import type { ListedKey } from '../../credentials/service-keys/queries.ts'
import { nobody } from '../../platform/crypto/id.ts'
import type { AdminRow } from './queries.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null

export const shownUser = ({ canonical: _, backupCodesLeft, ...row }: AdminRow): AdminUser => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  twoFactor: { enabled: backupCodesLeft !== null, backupCodesLeft: backupCodesLeft ?? 0 },
  disabledAt: instant(row.disabledAt),
  disabledUntil: instant(row.disabledUntil),
  lastSignInAt: instant(row.lastSignInAt),
  deletesAt: instant(row.deletesAt),
  invitedUntil: instant(row.invitedUntil),
})

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
  lastUsedAt: instant(row.lastUsedAt),
  revokedAt: instant(row.revokedAt),
})
