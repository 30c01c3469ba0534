import type { LinkedIdentity } from '#contract/wire.ts'
import { type IdentityRow, listIdentities } from '#credentials/identities/queries/identities.ts'
import type { Runner } from '#platform/db/db.ts'

/** Oldest link first. */
export const listLinked = async ({ db }: { db: Runner }, userId: string): Promise<LinkedIdentity[]> =>
  (await listIdentities(db, userId)).map(linkedIdentity)

/** As its owner sees it. The subject is between us and the provider. */
export const linkedIdentity = ({ provider, email, linkedAt }: IdentityRow): LinkedIdentity => ({
  provider,
  email,
  linkedAt: linkedAt.toISOString(),
})
