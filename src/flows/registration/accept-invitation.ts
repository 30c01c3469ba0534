import { forgetPasswordAttempts } from '../../accounts/limits/queries/forget.ts'
import { oneByOne } from '../../accounts/links/one-by-one.ts'
import { requireLink } from '../../accounts/links/require-link.ts'
import { spendAtMailbox } from '../../accounts/links/spend.ts'
import type { LinkKey } from '../../accounts/links/token.ts'
import { deleteInvitation } from '../../accounts/users/queries/invitations.ts'
import { setPassword } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { StoredPassword } from '../../platform/crypto/password.ts'
import type { Runner } from '../../platform/db/db.ts'
import { deadLink } from '../../platform/errors.ts'
import { claimAccount } from './claim.ts'
import { countedRegistration } from './counted-registration.ts'

/** The address that was invited. Spends nothing. @throws 401 if the link no longer works */
export const findInvitation = async (deps: Deps, token: string): Promise<{ email: string }> => {
  const { email } = await requireLink(deps, 'invite', token)
  return { email }
}

/**
 * Gives an invited account its first password. The link proves the mailbox. Signs nobody in.
 * @throws 401 if the link no longer works
 */
export const acceptInvitation = (
  deps: Deps,
  token: string,
  password: string,
  client: Client,
): Promise<void> =>
  countedRegistration(deps, 'invitation', () =>
    oneByOne(token, () => acceptByLink(deps, token, password, client)),
  )

const acceptByLink = async (deps: Deps, token: string, password: string, client: Client): Promise<void> => {
  // before hashing, so that a made-up link costs one look-up
  const { key } = await requireLink(deps, 'invite', token)
  const stored = await deps.passwords.hash(password, key.userId, client)
  await deps.db.transaction((runner) => accept(runner, key, stored, client))
}

const accept = async (runner: Runner, key: LinkKey, stored: StoredPassword, { address }: Client) => {
  const { userId } = key
  const { canonical } = await spendAtMailbox(runner, key)
  // gone as soon as its time is over, or something else has proven the mailbox
  if (!(await deleteInvitation(runner, userId))) throw deadLink(userId)
  await claimAccount(runner, userId, { proof: 'invitation', address })
  await setPassword(runner, userId, stored)
  // strangers' guesses do not make the owner wait
  await forgetPasswordAttempts(runner, userId, canonical)
}
