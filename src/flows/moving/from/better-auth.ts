import { base32 } from '#platform/crypto/base32.ts'
import { openBetterAuth } from './better-auth-secrets.ts'
import { codesIn } from './codes-in.ts'
import type { Origin, OriginSecret } from './origin.ts'
import { blockedThere, instantOf, isSo, listIn, providerCalled, textIn } from './values.ts'

/** Rows of `user`, with the password of the `credential` account; authenticator apps need the `BETTER_AUTH_SECRET`. */
export const betterAuth: Origin = {
  personOf: (row, secret) => ({
    email: row.email,
    emailVerified: isSo(row.emailVerified),
    externalId: textIn(row.id),
    createdAt: instantOf(row.createdAt),
    password: textIn(row.password) && { phc: row.password },
    totp: textIn(row.twoFactorSecret) && {
      secret: secretOf(String(row.twoFactorSecret), secret),
      backupCodes: codesIn(codesOf(textIn(row.twoFactorBackupCodes), secret)),
    },
    identities: listIn(row.identities).map(({ providerId, accountId }) => ({
      provider: providerCalled(providerId),
      subject: textIn(accountId),
    })),
    disabled: isSo(row.banned)
      ? { until: instantOf(row.banExpires), reason: textIn(row.banReason) ?? blockedThere }
      : undefined,
  }),
}

/** Encrypted, unless that is switched off. */
const codesOf = (text: string | undefined, secret: OriginSecret) =>
  text === undefined || text.startsWith('[') ? text : openBetterAuth(text, secret?.trim())

const brought = 'base32:'

/** Its text is the secret, byte for byte, unless it was itself brought there from elsewhere. */
const secretOf = (sealed: string, secret: OriginSecret) => {
  const text = openBetterAuth(sealed, secret?.trim())
  return text.startsWith(brought) ? text.slice(brought.length) : base32(Buffer.from(text))
}
