import type { Origin } from './origin.ts'
import { blockedThere, instantOf, isSo, listIn, providerCalled, textIn } from './values.ts'

/** Rows of `auth.users`, with the identities and authenticator apps of each as lists. */
export const supabase: Origin = {
  personOf: (row) => ({
    email: row.email,
    emailVerified: isSo(row.email_confirmed_at),
    externalId: textIn(row.id),
    createdAt: instantOf(row.created_at),
    password: textIn(row.encrypted_password) && { phc: row.encrypted_password },
    totp: listIn(row.totp).map(({ secret, friendly_name }) => ({
      secret,
      name: textIn(friendly_name),
    })),
    identities: listIn(row.identities).map(({ provider, provider_id, email }) => ({
      provider: providerCalled(provider),
      subject: textIn(provider_id),
      email: textIn(email),
    })),
    disabled: textIn(row.banned_until) && { until: instantOf(row.banned_until), reason: blockedThere },
  }),
}
