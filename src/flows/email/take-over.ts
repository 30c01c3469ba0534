import { recordEvent } from '../../accounts/events/record.ts'
import { forgetPasswordAttempts } from '../../accounts/limits/queries/forget.ts'
import { oneByOne } from '../../accounts/links/one-by-one.ts'
import { requireLink } from '../../accounts/links/require-link.ts'
import { spendAtMailbox } from '../../accounts/links/spend.ts'
import { setPassword } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { claimAccount } from '../registration/claim.ts'

/** The address that a link confirms. Spends nothing. @throws 401 if it no longer works */
export const findConfirmed = async (deps: Deps, token: string): Promise<{ email: string }> => {
  const { email } = await requireLink(deps, 'verification', token)
  return { email }
}

/**
 * Gives an account to its mailbox's owner, who did not register it: earlier credentials are removed, and a new
 * password is set. Signs nobody in.
 * @throws 401 if the link no longer works
 */
export const takeOver = (deps: Deps, token: string, password: string, client: Client): Promise<void> =>
  oneByOne(token, () => takeOverByLink(deps, token, password, client))

const takeOverByLink = async (deps: Deps, token: string, password: string, client: Client): Promise<void> => {
  // before hashing, so that a made-up link costs one look-up
  const { key } = await requireLink(deps, 'verification', token)
  const { userId } = key
  const stored = await deps.passwords.hash(password, userId, client)
  const { address } = client
  await deps.db.transaction(async (runner) => {
    const { canonical } = await spendAtMailbox(runner, key)
    await claimAccount(runner, userId, { proof: 'verification', address })
    await setPassword(runner, userId, stored)
    // strangers' guesses do not make the owner wait
    await forgetPasswordAttempts(runner, userId, canonical)
    await recordEvent(runner, { type: 'password.reset', userId, address })
  })
}
