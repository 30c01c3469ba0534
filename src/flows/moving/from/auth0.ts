import type { Origin } from './origin.ts'
import { blockedThere, instantOf, isSo, listIn, objectIn, providerCalled, textIn } from './values.ts'

/** Of passwords, as Auth0's support exports them on request; of the rest, as an export of users has it. */
export const auth0: Origin = {
  personOf: (row) => {
    const { $oid } = objectIn(row._id)
    const hash = textIn(row.passwordHash)
    return {
      email: row.email,
      emailVerified: isSo(row.email_verified),
      externalId: textIn(row.user_id) ?? (textIn($oid) && `auth0|${$oid}`),
      createdAt: instantOf(row.created_at),
      password: hash && { phc: hash },
      identities: listIn(row.identities)
        .filter(({ isSocial }) => isSocial === true)
        .map(({ provider, user_id }) => ({ provider: providerCalled(provider), subject: textIn(user_id) })),
      disabled: row.blocked === true ? { reason: blockedThere } : undefined,
    }
  },
}
