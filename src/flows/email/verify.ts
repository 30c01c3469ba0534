import { recordEvent } from '../../accounts/events/record.ts'
import { mailedCodeFailures } from '../../accounts/limits/guesses.ts'
import { refundAttempts } from '../../accounts/limits/queries/forget.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import { failuresByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { mailedCodeDigests } from '../../accounts/links/code.ts'
import { hasCode, type Sent, spendCode, spendLink } from '../../accounts/links/queries.ts'
import { readLinkToken } from '../../accounts/links/token.ts'
import { findOwnerOf } from '../../accounts/users/queries/email-owners.ts'
import { lockMailbox, noteVerified } from '../../accounts/users/queries/emails.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import type { Client, Deps } from '../../deps.ts'
import { nobody } from '../../platform/crypto/id.ts'
import type { Runner } from '../../platform/db/db.ts'
import { deadLink } from '../../platform/errors.ts'
import { concerning } from '../../platform/refusals/concerning.ts'
import { makeWhole } from '../../sessions/queries/sessions.ts'
import { confirmEmailChange } from './confirm-change.ts'

/** The token of a mailed link, or a mailed code and its address. */
type MailedProof = { token: string } | { email: { canonical: string }; code: string }

/**
 * Confirms that a mailbox belongs to its account, by a secret that was only sent there. Signs nobody in and deletes
 * nothing. Limited sessions become full ones. A link sent to a new address completes the change.
 * @param by who is signed in where the link was opened: anybody else may not have registered
 * @throws 401 if the link or code no longer works, 422 if the new address is taken by now, 429 after too many wrong
 * codes
 */
export const verifyEmailAddress = async (
  deps: Deps,
  proof: MailedProof,
  client: Client,
  by?: { userId: string },
): Promise<void> =>
  'token' in proof ? verifyByToken(deps, proof.token, client, by) : verifyByCode(deps, proof, client)

/** Whether a link was sent to confirm this account's address. Nothing is proven by that. */
export const isLinkOf = (token: string, { userId }: { userId: string }): boolean =>
  (readLinkToken('verification', token) ?? readLinkToken('email-change', token))?.userId === userId

const verifyByToken = async (
  deps: Deps,
  token: string,
  client: Client,
  by: { userId: string } | undefined,
) => {
  const isOwn = by !== undefined && isLinkOf(token, by)
  const change = readLinkToken('email-change', token)
  if (change) return confirmEmailChange(deps, change, client, isOwn)
  const key = readLinkToken('verification', token)
  if (!key) throw deadLink()
  const told = { ...client, onlyByLink: !isOwn }
  await deps.db.transaction((runner) => verify(runner, key.userId, told, () => spendLink(runner, key)))
}

const verifyByCode = async (
  deps: Deps,
  { email, code }: Exclude<MailedProof, { token: string }>,
  client: Client,
) => {
  const owner = await findOwnerOf(deps.db, email.canonical)
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const limits = [...byAddress, mailedCodeFailures(email.canonical)]
  await concerning(owner?.userId, () => takeAttempts(deps, limits))
  // the same statements without an account
  const userId = owner?.userId ?? nobody
  const codeDigests = mailedCodeDigests(deps.keys, email.canonical, code)
  const key = { userId, kind: 'verification', codeDigests } as const
  // checked before locking a row: parallel wrong codes would queue only for real accounts
  if (!(await hasCode(deps.db, key))) throw deadLink(owner?.userId)
  await refundedIfUndone(deps, limits, () =>
    deps.db.transaction(async (runner) => {
      // typing it shows that the person expected it
      await verify(runner, userId, { ...client, onlyByLink: false }, () => spendCode(runner, key))
      // earlier failures stay: clearing them would reveal that the owner came
      await refundAttempts(runner, limits)
    }),
  )
}

const verify = async (
  runner: Runner,
  userId: string,
  { address, onlyByLink }: Pick<Client, 'address'> & { onlyByLink: boolean },
  spend: () => Promise<Sent | undefined>,
) => {
  // first, so that the address cannot change before the link is spent
  const mailbox = await lockMailbox(runner, userId)
  const sent = await spend()
  if (!sent || mailbox?.canonical !== sent.canonical) throw deadLink(userId)
  if (!(await noteVerified(runner, userId, { onlyByLink }))) return
  // waits for sign-ins that are opening a session
  await lockUser(runner, userId)
  await makeWhole(runner, userId)
  await recordEvent(runner, { type: 'email.verified', userId, address })
}
