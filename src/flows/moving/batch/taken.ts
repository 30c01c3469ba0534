import { listGoneAmong } from '#accounts/events/queries/gone-users.ts'
import { listEmailOwners } from '#accounts/users/queries/email-owners.ts'
import { listExternalIdOwners } from '#accounts/users/queries/external-ids.ts'
import { listUsersAmong } from '#accounts/users/queries/moved-users.ts'
import { listIdentityOwners } from '#credentials/identities/queries/identities.ts'
import type { Runner } from '#platform/db/db.ts'
import type { MovedPerson } from '../rows/read-person.ts'

/** What of some people is an account's already, and whose. */
export type Conflicts = {
  emails: ReadonlyMap<string, { userId: string; isHeld: boolean }>
  externalIds: ReadonlyMap<string, string>
  identities: ReadonlyMap<string, string>
  /** Of accounts that are gone, too: none comes back. */
  ids: ReadonlySet<string>
}

export const identityName = ({ provider, subject }: { provider: string; subject: string }): string =>
  `${provider} ${subject}`

export const findTaken = async (runner: Runner, people: readonly MovedPerson[]): Promise<Conflicts> => {
  const externalIds = people.flatMap(({ externalId }) => externalId ?? [])
  const identities = people.flatMap((person) => person.identities)
  const ids = people.flatMap(({ id }) => id ?? [])
  const [emailOwners, externalIdOwners, identityOwners, users, gone] = await Promise.all([
    listEmailOwners(
      runner,
      people.map(({ email }) => email.canonical),
    ),
    externalIds.length > 0 ? listExternalIdOwners(runner, externalIds) : [],
    identities.length > 0 ? listIdentityOwners(runner, identities) : [],
    ids.length > 0 ? listUsersAmong(runner, ids) : [],
    ids.length > 0 ? listGoneAmong(runner, ids) : [],
  ])
  return {
    emails: new Map(emailOwners.map((owner) => [owner.canonical, owner])),
    externalIds: new Map(externalIdOwners.map(({ externalId, userId }) => [externalId, userId])),
    identities: new Map(identityOwners.map((owner) => [identityName(owner), owner.userId])),
    ids: new Set([...users, ...gone].map(({ userId }) => userId)),
  }
}
