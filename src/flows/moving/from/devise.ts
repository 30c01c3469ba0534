import type { Origin } from './origin.ts'
import { blockedThere, instantOf, isSo, providerCalled, textIn } from './values.ts'

/** Rows of `users` of Rails with Devise, whose pepper is in its settings. */
export const devise: Origin = {
  personOf: (row, pepper) => ({
    email: row.email,
    emailVerified: isSo(row.confirmed_at),
    externalId: textIn(row.id),
    createdAt: instantOf(row.created_at),
    password: textIn(row.encrypted_password) && { phc: row.encrypted_password, pepper: pepper?.trim() },
    totp: textIn(row.otp_secret) && { secret: row.otp_secret },
    identities: textIn(row.uid) && [{ provider: providerCalled(row.provider), subject: textIn(row.uid) }],
    disabled: isSo(row.locked_at) ? { reason: blockedThere } : undefined,
  }),
}
