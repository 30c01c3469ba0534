import { base32 } from '#platform/crypto/base32.ts'
import type { KeyRing } from '#platform/crypto/keys.ts'
import { unseal } from '#platform/crypto/seal.ts'
import type { ExportRow } from './queries.ts'

/** A line of a file. Secrets are in it if there are keys, and those that they don't open are left out. */
export const exportedPerson = (row: ExportRow, keys: KeyRing | undefined) => ({
  id: row.id,
  email: row.typed,
  emailVerified: row.isProven,
  ...(row.externalId !== null && { externalId: row.externalId }),
  createdAt: row.createdAt.toISOString(),
  ...(row.language !== null && { language: row.language }),
  ...(keys && row.phc !== null && { password: { phc: row.phc, pepperId: row.pepperId } }),
  ...(keys && row.apps.length > 0 && { totp: appsOf(row, keys) }),
  ...(row.identities.length > 0 && { identities: row.identities }),
  ...disabledIn(row),
})

const appsOf = ({ id, apps }: ExportRow, keys: KeyRing) =>
  apps.flatMap(({ name, sealed }) => {
    const secret = unseal(keys, Buffer.from(sealed, 'hex'), id)
    return secret ? [{ secret: base32(secret), name }] : []
  })

const disabledIn = ({ disabledAt, disabledUntil, disabledReason }: ExportRow) =>
  disabledAt === null
    ? {}
    : {
        disabled: {
          ...(disabledUntil && { until: disabledUntil.toISOString() }),
          reason: disabledReason ?? 'unknown',
        },
      }
