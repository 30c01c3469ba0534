import type { AccountExport } from '../../contract/wire.ts'
import { listEvents } from '../audit/queries.ts'
import type { Deps } from '../deps.ts'
import { unauthorized } from '../errors.ts'
import type { Bearer } from '../sessions/authenticate.ts'
import { listSessions } from '../sessions/list.ts'
import { showTwoFactor } from '../two-factor/show.ts'
import { findAccount, listIdentities, listKnownAddresses } from '../users/queries.ts'
import { accountEvent } from './list-events.ts'

/** Everything that the service holds about a person, but for what only proves who they are: no secret and no digest. */
export const exportAccount = async (deps: Deps, bearer: Bearer): Promise<AccountExport> => {
  const { db } = deps
  const { userId } = bearer
  const account = await findAccount(db, userId)
  if (!account) throw unauthorized()
  const [sessions, twoFactor, identities, addresses, events] = await Promise.all([
    listSessions(deps, bearer),
    showTwoFactor(deps, userId),
    listIdentities(db, userId),
    listKnownAddresses(db, userId),
    listEvents(db, userId),
  ])
  return {
    id: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    createdAt: account.createdAt.toISOString(),
    twoFactor,
    identities: identities.map((identity) => ({ ...identity, linkedAt: identity.linkedAt.toISOString() })),
    sessions,
    knownAddresses: addresses.map(({ address, seenAt }) => ({ ip: address, seenAt: seenAt.toISOString() })),
    events: events.map(accountEvent),
  }
}
