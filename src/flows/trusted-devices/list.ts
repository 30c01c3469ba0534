import type { TrustedDevice } from '#contract/wire.ts'
import { type ListedDevice, listDevices } from '#credentials/trusted-devices/queries.ts'
import type { Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'

/** Newest first. */
export const listTrustedDevices = async (
  { db, config }: { db: Runner } & Pick<Deps, 'config'>,
  { userId }: { userId: string },
): Promise<TrustedDevice[]> => (await listDevices(db, userId, config.trustedDeviceDays)).map(shownDevice)

export const shownDevice = ({
  id,
  createdAt,
  lastUsedAt,
  expiresAt,
  userAgent,
  ip,
}: ListedDevice): TrustedDevice => ({
  id,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  userAgent,
  ip,
})
