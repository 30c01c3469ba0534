import { findMailbox } from '#accounts/users/queries/emails.ts'
import { listPasskeys, type PasskeyRow } from '#credentials/passkeys/queries/passkeys.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { findPasswordAccount } from '#credentials/password/queries.ts'
import { activeMethods } from '#credentials/queries.ts'
import type { Runner } from '#platform/db/db.ts'
import type { Visit } from '../hosted-page.ts'

/** How an account's owner can prove their identity. */
export type Ways = { methods: string[]; hasPassword: boolean; passkeys: PasskeyRow[] }

export const readWays = async (runner: Runner, owner: { userId: string }, visit: Visit): Promise<Ways> => {
  const { userId } = owner
  const [methods, account, passkeys] = await Promise.all([
    activeMethods(runner, userId),
    findPasswordAccount(runner, { userId }, visit.client.bucket),
    readPasskeys(runner, owner, visit),
  ])
  return { methods, hasPassword: typeof account?.phc === 'string', passkeys }
}

/** With the address that a password manager knows the account by. */
export type OwnWays = Ways & { email: string }

export const readOwnWays = async (
  runner: Runner,
  owner: { userId: string },
  visit: Visit,
): Promise<OwnWays> => {
  const [ways, mailbox] = await Promise.all([
    readWays(runner, owner, visit),
    findMailbox(runner, owner.userId),
  ])
  return { ...ways, email: mailbox?.typed ?? '' }
}

/** None without passkeys. */
export const readPasskeys = async (
  runner: Runner,
  { userId }: { userId: string },
  { deps }: Visit,
): Promise<PasskeyRow[]> => (relyingPartyOf(deps.config) ? listPasskeys(runner, userId) : [])
