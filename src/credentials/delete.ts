import type { Runner } from '../platform/db/db.ts'
import type { Credential, Since } from './credential.ts'
import { credentials } from './index.ts'

/** What an account has lost, for the event that tells of it. */
export type Removed = { password: boolean; secondFactor: boolean; identities: string[] }

/** Deletes whatever could let somebody in. */
export const deleteCredentials = (runner: Runner, userId: string): Promise<Removed> =>
  removedBy((kind) => kind.deleteAll(runner, userId))

/** Deletes what could let somebody in, or keep the owner out, and was set up since then. */
export const deleteCredentialsSince = (runner: Runner, userId: string, since: Since): Promise<Removed> =>
  removedBy((kind) => kind.deleteSince(runner, userId, since))

/** Deletes everything of a user's second factor. @returns whether there was one */
export const deleteSecondFactors = async (runner: Runner, userId: string): Promise<boolean> =>
  (await removedBy((kind) => kind.deleteAll(runner, userId), isSecond)).secondFactor

const isSecond = ({ proves }: Credential) => proves === 'second'

const removedBy = async (
  remove: (kind: Credential) => Promise<string[]>,
  isWanted: (kind: Credential) => boolean = () => true,
): Promise<Removed> => {
  const removed: Removed = { password: false, secondFactor: false, identities: [] }
  // one after the other: backup codes go where no second factor is left
  for (const kind of credentials.filter(isWanted)) {
    const names = await remove(kind)
    if (names.length === 0) continue
    if (isSecond(kind)) removed.secondFactor ||= kind.standsAlone
    else if (kind.kind === 'password') removed.password = true
    else removed.identities.push(...names)
  }
  return removed
}
