import type { Actor } from '#accounts/events/events.ts'
import { lockMailbox } from '#accounts/users/queries/emails.ts'
import { findExternalId, setExternalId, takeExternalId } from '#accounts/users/queries/external-ids.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import { insertIdentity, listIdentities } from '#credentials/identities/queries/identities.ts'
import { setPassword } from '#credentials/password/queries.ts'
import type { Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { claimAccount, claimConfirmed } from '../../registration/claim.ts'
import { findMissing } from '../queries.ts'
import type { HashedPerson } from './adopt-passwords.ts'
import { addMovedApps } from './create-person.ts'

/**
 * Adds to an account what it lacks, and overwrites nothing. Whoever registered it may be a stranger to the person of the row:
 * only an operator who vouches for the address adds anything, and an account that nobody has surely proven is claimed first.
 * @param opensProven whether somebody who has proven the address may get more than an external id
 * @returns what was added, by name
 */
export const addToAccount = async (
  deps: Pick<Deps, 'keys' | 'now'>,
  runner: Runner,
  { person, userId, password }: HashedPerson,
  { actor, opensProven }: { actor: Actor; opensProven: boolean },
): Promise<string[]> => {
  if (!person.emailVerified) return []
  // lock order: the address first
  const mailbox = await lockMailbox(runner, userId)
  if (!mailbox?.isGenuine() || mailbox.canonical !== person.email.canonical) return []
  const user = await lockUser(runner, userId)
  if (!user || user.isDisabled) return []
  if (mailbox.verifiedAt !== null && !opensProven)
    return (await addExternalId(runner, userId, person.externalId)) ? ['externalId'] : []
  const claim = { proof: 'import', address: 'unknown', actor }
  const isClaimed = await claimAccount(runner, userId, claim)
  if (!isClaimed) await claimConfirmed(runner, userId, claim)
  const added = isClaimed ? ['emailVerified'] : []
  const missing = await findMissing(runner, userId)
  if (password && missing.password) {
    await setPassword(runner, userId, password)
    added.push('password')
  }
  if (person.apps.length > 0 && missing.secondFactor) {
    await addMovedApps(deps, runner, userId, person.apps)
    added.push('totp')
  }
  if (await addExternalId(runner, userId, person.externalId)) added.push('externalId')
  return [...added, ...(await addIdentities(runner, { person, userId }))]
}

const addExternalId = async (runner: Runner, userId: string, externalId: string | undefined) => {
  if (externalId === undefined || (await findExternalId(runner, userId)) !== undefined) return false
  await takeExternalId(runner, userId, externalId)
  await setExternalId(runner, userId, externalId)
  return true
}

const addIdentities = async (
  runner: Runner,
  { person, userId }: Pick<HashedPerson, 'person' | 'userId'>,
): Promise<string[]> => {
  const linked = new Set((await listIdentities(runner, userId)).map(({ provider }) => provider))
  const others = person.identities.filter(({ provider }) => !linked.has(provider))
  for (const identity of others) await insertIdentity(runner, userId, identity)
  return others.map(({ provider }) => provider)
}
