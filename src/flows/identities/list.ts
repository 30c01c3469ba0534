import type { LinkedIdentity } from '../../../contract/wire.ts'
import { listIdentities } from '../../credentials/identities/queries.ts'
import type { Deps } from '../../deps.ts'

/** Who a user is at other providers, oldest link first. */
export const listLinked = async (deps: Deps, userId: string): Promise<LinkedIdentity[]> =>
  (await listIdentities(deps.db, userId)).map(linkedIdentity)

/** An identity as its owner sees it. Its subject is between us and the provider. */
export const linkedIdentity = ({
  provider,
  email,
  linkedAt,
}: {
  provider: string
  email: string | null
  linkedAt: Date
}): LinkedIdentity => ({ provider, email, linkedAt: linkedAt.toISOString() })
