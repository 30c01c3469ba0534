import type { AdminUser } from '#contract/admin.ts'
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
