import { recordEvent } from '../../accounts/events/record.ts'
import { refundAttempts } from '../../accounts/limits/forgetting/queries.ts'
import { mailedCodeFailures } from '../../accounts/limits/guesses.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import { failuresByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { mailedCodeDigests } from '../../accounts/links/code.ts'
import { hasCode, type Sent, spendCode, spendLink } from '../../accounts/links/queries.ts'
import { readLinkToken } from '../../accounts/links/token.ts'
import { findOwnerOf } from '../../accounts/users/emails/owners/queries.ts'
import { lockMailbox, noteVerified } from '../../accounts/users/emails/queries.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { nobody } from '../../platform/crypto/id.ts'
import type { Runner } from '../../platform/db/db.ts'
import { deadLink } from '../../platform/errors.ts'
import { makeWhole } from '../../sessions/queries.ts'
import { confirmEmailChange } from './confirm-change.ts'

/** The token of a mailed link, or a mailed code and its address. */
type MailedProof = { token: string } | { email: { canonical: string }; code: string }

/**
 * Confirms that a mailbox belongs to its account, with what only the mailbox was told. Signs nobody in and
 * deletes nothing. Sessions that awaited it are whole. A link sent to a new address completes the change.
 * @throws 401 if the link or code no longer works, 422 if the new address is taken by now, 429 after too many
 *   wrong codes
 */
export const verifyEmailAddress = async (deps: Deps, proof: MailedProof, client: Client): Promise<void> =>
  'token' in proof ? verifyByToken(deps, proof.token, client) : verifyByCode(deps, proof, client)

const verifyByToken = async (deps: Deps, token: string, client: Client) => {
  const change = readLinkToken('email-change', token)
  if (change) return confirmEmailChange(deps, change, client)
  const key = readLinkToken('verification', token)
  if (!key) throw deadLink()
  await deps.db.transaction((runner) => verify(runner, key.userId, client, () => spendLink(runner, key)))
}

const verifyByCode = async (
  deps: Deps,
  { email, code }: Exclude<MailedProof, { token: string }>,
  client: Client,
) => {
  const owner = await findOwnerOf(deps.db, email.canonical)
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const limits = [...byAddress, mailedCodeFailures(email.canonical)]
  await takeAttempts(deps, limits)
  // the same statements without an account
  const userId = owner?.userId ?? nobody
  const codeDigests = mailedCodeDigests(deps.keys, email.canonical, code)
  const key = { userId, kind: 'verification', codeDigests } as const
  // checked before locking a row: parallel wrong codes would queue only for real accounts
  if (!(await hasCode(deps.db, key))) throw deadLink()
  await refundedIfUndone(deps, limits, () =>
    deps.db.transaction(async (runner) => {
      await verify(runner, userId, client, () => spendCode(runner, key))
      // earlier failures stay: clearing them would tell a stranger that the owner came
      await refundAttempts(runner, limits)
    }),
  )
}

const verify = async (
  runner: Runner,
  userId: string,
  { address }: Client,
  spend: () => Promise<Sent | undefined>,
) => {
  // first, so that the address cannot change before the link is spent
  const mailbox = await lockMailbox(runner, userId)
  const sent = await spend()
  if (!sent || mailbox?.canonical !== sent.canonical) throw deadLink()
  if (!(await noteVerified(runner, userId))) return
  // waits for sign-ins that are opening a session
  await lockUser(runner, userId)
  await makeWhole(runner, userId)
  await recordEvent(runner, { type: 'email.verified', userId, address })
}
