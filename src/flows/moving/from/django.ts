import { base32 } from '#platform/crypto/base32.ts'
import type { Fields } from '../rows/read-fields.ts'
import { codesIn } from './codes-in.ts'
import type { Origin } from './origin.ts'
import { blockedThere, instantOf, isSo, listIn, providerCalled, textIn } from './values.ts'

/** Rows of `auth_user`, or of a model of your own. */
export const django: Origin = {
  personOf: (row) => {
    const hash = textIn(row.password)
    return {
      email: row.email,
      emailVerified: isSo(row.email_verified),
      externalId: textIn(row.id),
      createdAt: instantOf(row.date_joined),
      // an exclamation mark stands for a password that nobody has
      password: hash === undefined || hash.startsWith('!') ? undefined : { phc: hash },
      totp: listIn(row.totp).map((app) => ({ ...appOf(app), backupCodes: codesIn(row.backup_codes) })),
      identities: listIn(row.identities).map(({ provider, uid }) => ({
        provider: providerCalled(provider),
        subject: textIn(uid),
      })),
      disabled:
        textIn(row.is_active) !== undefined && !isSo(row.is_active) ? { reason: blockedThere } : undefined,
    }
  },
}

/** django-otp has `key` in hexadecimal, and django-allauth `secret` in base32. */
const appOf = ({ key, secret, digits, step }: Fields) => ({
  secret: textIn(secret) ?? base32(Buffer.from(String(key), 'hex')),
  digits: digits === undefined ? undefined : Number(digits),
  period: step === undefined ? undefined : Number(step),
})
