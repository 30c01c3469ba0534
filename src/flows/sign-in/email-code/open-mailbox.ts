import { recordEvent } from '#accounts/events/record.ts'
import { registrationsByAddress } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { lockOwnerOf } from '#accounts/users/lock-owner.ts'
import { isEmailTaken } from '#accounts/users/queries/email-owners.ts'
import { insertEmail } from '#accounts/users/queries/emails.ts'
import { findEpoch, insertUser, lockUser } from '#accounts/users/queries/users.ts'
import { keepMailedCode, type LockedCode, lockMailedCode } from '#credentials/mailed-code/queries.ts'
import type { MailedCodeKey } from '#credentials/mailed-code/token.ts'
import type { Client, Deps } from '#deps.ts'
import { acceptedLanguage } from '#messages/texts/language.ts'
import { newId } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import { invalidChallenge } from '#platform/errors.ts'
import { admit } from '../../registration/admit.ts'
import { claimAccount, claimConfirmed } from '../../registration/claim.ts'
import { countedRegistration } from '../../registration/counted-registration.ts'

/** `epoch`: after the claim, if this was one. */
type Opened = { userId: string; epoch: number }

type Proven = { canonical: string; typed: string; isForNewcomer: boolean }

/**
 * The account that a proven mailbox opens, claimed if nobody had proven it; or a new one, if the mail offered it. Spends
 * nothing: the code goes with the session.
 * @throws 401 `invalid_challenge` if the code has gone, the account is blocked, or nobody may create one any more; 429
 */
export const openMailbox = async (
  deps: Deps,
  key: MailedCodeKey,
  proven: Proven,
  client: Client,
): Promise<Opened> =>
  (await openKnown(deps, key, proven, client)) ??
  (await create(deps, key, proven, client).catch(async (error) => {
    if (!isEmailTaken(error)) throw error
    // another tab was faster, or somebody registered meanwhile; or the address is reserved for its former owner
    const opened = await openKnown(deps, key, proven, client)
    if (!opened) throw invalidChallenge()
    return opened
  }))

const openKnown = (
  deps: Deps,
  key: MailedCodeKey,
  { canonical }: Proven,
  client: Client,
): Promise<Opened | undefined> =>
  deps.db.transaction(async (runner) => {
    // lock order: the address, its user, and only then the code
    const owner = await lockOwnerOf(runner, canonical)
    if (!owner) return
    const { userId } = owner
    // nothing is taken from a blocked account
    if ((await lockUser(runner, userId))?.isDisabled !== false) throw invalidChallenge()
    const held = await holdCode(runner, key)
    const claim = { proof: 'email_code', address: client.address, signsIn: client }
    const isClaimed =
      (await claimAccount(runner, userId, claim)) || (await claimConfirmed(runner, userId, claim))
    // the claim ended every code, and this one goes with the session
    if (isClaimed) await keepMailedCode(runner, held)
    return { userId, epoch: (await findEpoch(runner, userId)) as number }
  })

/** Another request may have spent it, or a new password cancelled it, since it was looked at. */
const holdCode = async (runner: Runner, key: MailedCodeKey): Promise<LockedCode> => {
  const held = await lockMailedCode(runner, key)
  if (!held) throw invalidChallenge()
  return held
}

const create = async (
  deps: Deps,
  key: MailedCodeKey,
  { isForNewcomer, ...email }: Proven,
  client: Client,
): Promise<Opened> => {
  // it was mailed for an account that has gone since
  if (!isForNewcomer) throw invalidChallenge()
  return countedRegistration(deps, 'email_code', async () => {
    // it may have been closed since the mail
    admit(deps, email, () => invalidChallenge('challenge.overtaken'))
    await takeAttempts(deps, registrationsByAddress(deps.config.registrationsPerHour, client))
    const userId = newId(deps.now())
    const { address } = client
    await deps.db.transaction(async (runner) => {
      await insertUser(runner, userId, acceptedLanguage(client.acceptLanguage) ?? null)
      await insertEmail(runner, userId, email, true)
      await holdCode(runner, key)
      await recordEvent(runner, {
        type: 'user.registered',
        userId,
        address,
        detail: { grant: 'email_code' },
      })
    })
    return { userId, epoch: 0 }
  })
}
