import vine from '@vinejs/vine'
import { recordEvent } from '#accounts/events/record.ts'
import { givenBackIfUndone } from '#accounts/limits/refunded-if-undone.ts'
import { failuresByAddress } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { findOwnerOf } from '#accounts/users/queries/email-owners.ts'
import { isSignInCode } from '#credentials/mailed-code/digest.ts'
import {
  maxCodeTries,
  returnCodeTry,
  spendMailedCode,
  takeCodeTry,
} from '#credentials/mailed-code/queries.ts'
import { mailedCodeChallenges } from '#credentials/mailed-code/token.ts'
import type { Client, Deps } from '#deps.ts'
import { newId } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import { invalidChallenge, wrongCode } from '#platform/errors.ts'
import type { SessionKind } from '#sessions/lifetimes.ts'
import type { TokenRow } from '#sessions/queries/sessions.ts'
import { completeFirstFactor, countedSignIn } from '../complete.ts'
import { openMailbox } from '../email-code/open-mailbox.ts'
import { requireEmailSignIn } from '../email-code/require-email-sign-in.ts'
import { exchangeBy, type SignIn } from './grant.ts'

type Body = { challenge: string; code: string }

/**
 * Signs in whoever holds a challenge and the code that was mailed for it: one factor, and a proof of the mailbox. Of
 * simultaneous right codes, one opens the session.
 * @throws 401 `invalid_challenge` or `wrong_code`, the same with and without an account; 403 if a second factor is
 *   missing; 404 unless `EMAIL_SIGN_IN` is on; 429
 */
export const signInByEmailCode: SignIn<Body> = (deps, body, client, kind = 'application') =>
  countedSignIn(deps, 'email_code', () => signIn(deps, body, client, kind))

const signIn = async (
  deps: Deps,
  { challenge, code }: Body,
  client: Client,
  kind: SessionKind,
): Promise<TokenRow> => {
  requireEmailSignIn(deps)
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  await takeAttempts(deps, byAddress)
  const key = mailedCodeChallenges.read(challenge)
  const taken = key && (await takeCodeTry(deps.db, key))
  if (!taken) throw invalidChallenge()
  if (!isSignInCode(deps.keys, key, code, taken.codeDigest)) {
    // with and without an account: the same statements
    const owner = await findOwnerOf(deps.db, taken.canonical)
    await recordEvent(deps.db, refusal(owner?.userId, client))
    throw wrongCode(maxCodeTries - taken.tries)
  }
  return givenBackIfUndone(deps, [() => returnCodeTry(deps.db, key)], async () => {
    const opened = await openMailbox(deps, key, taken, client)
    const settle = async (runner: Runner) => {
      if (!(await spendMailedCode(runner, key))) throw invalidChallenge()
    }
    const signedIn = { ...opened, sessionId: newId(deps.now()), methods: ['email_code'], kind }
    return completeFirstFactor(deps, { ...signedIn, attempts: { byAddress }, settle }, client)
  })
}

const refusal = (userId: string | undefined, { address }: Client) =>
  ({ type: 'sign_in.refused', outcome: 'refused', userId, address, detail: { grant: 'email_code' } }) as const

export const emailCodeGrant = {
  body: vine.create({ challenge: vine.string(), code: vine.string() }),
  exchange: exchangeBy(signInByEmailCode),
}
