import { recordEvent } from '#accounts/events/record.ts'
import { refundAttempts } from '#accounts/limits/queries/forget.ts'
import { type Limit, newcomerMails, signInCodeMails } from '#accounts/limits/rules.ts'
import { subjectOf } from '#accounts/limits/subject.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { newMailedCode } from '#accounts/links/code.ts'
import { findOwnerOf, isTaken } from '#accounts/users/queries/email-owners.ts'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { isKnownAddress } from '#accounts/users/queries/known-addresses.ts'
import { languageOf, lockUser } from '#accounts/users/queries/users.ts'
import { signInCodeDigest } from '#credentials/mailed-code/digest.ts'
import {
  type LockedCode,
  lockMailedCode,
  mailedCodeSeconds,
  setMailedCode,
} from '#credentials/mailed-code/queries.ts'
import type { MailedCodeKey } from '#credentials/mailed-code/token.ts'
import type { Deps } from '#deps.ts'
import type { Channel } from '#messages/outbox/channel.ts'
import { postMail, postNewcomer } from '#messages/outbox/post.ts'
import type { OutboxRow } from '#messages/outbox/queries/delivery.ts'
import { deleteRow, inLanguage } from '#messages/outbox/queries/outbox.ts'
import { nobody } from '#platform/crypto/id.ts'
import { elsewhere, type Runner } from '#platform/db/db.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { minute } from '#platform/seconds.ts'
import { mayRegister } from '../../registration/admit.ts'

/**
 * Mails a code to the account with the address, or to whoever may create one, at most three an hour. Where nobody may,
 * the mail says so, to the mailbox alone. The row goes in the same transaction, so that delivering it twice sends one
 * email.
 */
export const emailCodeChannel: Channel = (deps, row) =>
  deps.db.transaction(async (runner) => {
    // its queue has no owner, unlike the mail
    const isThere = (await deleteRow(elsewhere(runner), row)) !== undefined
    const isWritten = isThere && (await answer(deps, runner, asked(row)))
    return isWritten ? 'a mail was written' : 'nobody to write to'
  })

/** A request as it waits in the outbox. */
type Asked = {
  canonical: string
  key: MailedCodeKey
  bucket: string
  language: string | null
  /** For the mail. */
  told: { address: string; userAgent?: string; at: string; minutes: number }
}

const asked = ({ recipient: canonical, detail, createdAt }: OutboxRow): Asked => {
  const { digest, address, bucket, userAgent, language } = detail
  return {
    canonical,
    key: {
      subject: subjectOf.email(canonical),
      place: subjectOf.address(String(bucket)),
      digest: Buffer.from(String(digest), 'hex'),
    },
    bucket: String(bucket),
    language: typeof language === 'string' ? language : null,
    told: {
      address: String(address),
      ...(typeof userAgent === 'string' && { userAgent }),
      at: createdAt.toISOString(),
      minutes: mailedCodeSeconds / minute,
    },
  }
}

const answer = async (deps: Deps, runner: Runner, request: Asked): Promise<boolean> => {
  const owner = await findOwnerOf(runner, request.canonical)
  return owner ? writeOwner(deps, runner, request, owner) : writeNewcomer(deps, runner, request)
}

const writeOwner = async (
  deps: Deps,
  runner: Runner,
  { canonical, key, bucket, told }: Asked,
  { userId }: { userId: string },
): Promise<boolean> => {
  const user = await lockUser(runner, userId)
  const email = await findMailbox(runner, userId)
  if (!user || user.isDisabled || email?.canonical !== canonical || !email.isGenuine()) return false
  // strangers who use up the mails elsewhere leave those at home
  const known = (await isKnownAddress(runner, userId, bucket)) ? { userId, bucket } : undefined
  const locked = await lockToMail(deps, runner, key, [signInCodeMails({ canonical }, known)])
  if (!locked) return false
  const code = await makeCode(deps, runner, locked, { isForNewcomer: false })
  const { address } = told
  await Promise.all([
    postMail(runner, deps.keys, {
      name: 'sign-in-code',
      userId,
      recipient: email.typed,
      language: languageOf(userId),
      detail: told,
      secrets: { code },
      // however late it is written, it ends when it was promised to
      seconds: locked.secondsLeft,
    }),
    recordEvent(runner, { type: 'sign_in.code_requested', userId, address, actor: { kind: 'stranger' } }),
  ])
  return true
}

const writeNewcomer = async (
  deps: Deps,
  runner: Runner,
  { canonical, key, language, told }: Asked,
): Promise<boolean> => {
  const locked = await lockToMail(deps, runner, key, [signInCodeMails({ canonical }), newcomerMails])
  if (!locked) return false
  const { typed: recipient, secondsLeft: seconds } = locked
  const letter = { recipient, language: inLanguage(language), seconds, detail: told }
  // an address that is reserved for its former owner makes no account
  const isFree = mayRegister(deps, { canonical }) && !(await isTaken(runner, canonical, nobody))
  if (isFree) {
    const code = await makeCode(deps, runner, locked, { isForNewcomer: true })
    await postNewcomer(runner, deps.keys, { ...letter, name: 'sign-up-code', secrets: { code } })
  } else await postNewcomer(runner, deps.keys, { ...letter, name: 'no-account' })
  return true
}

/** Counts a mail for what is still good: what was replaced or has ended meanwhile uses up none of those an hour. */
const lockToMail = async (
  deps: Deps,
  runner: Runner,
  key: MailedCodeKey,
  limits: readonly Limit[],
): Promise<LockedCode | undefined> => {
  // lock order: the code, its address's count, and only then the count of all
  const locked = await lockMailedCode(runner, key)
  return locked && !(await isOver(deps, runner, limits)) ? locked : undefined
}

/** Counts against all limits, or against none: nothing else undoes it, because the transaction goes on. */
const isOver = async (deps: Deps, runner: Runner, limits: readonly Limit[]): Promise<boolean> => {
  const taken: Limit[] = []
  try {
    for (const limit of limits) {
      await takeAttempts({ ...deps, db: runner }, [limit])
      taken.push(limit)
    }
    return false
  } catch (error) {
    if (!isRefusedAs(error, 'too_many_attempts')) throw error
    await refundAttempts(runner, taken)
    return true
  }
}

const makeCode = async (
  { keys }: Pick<Deps, 'keys'>,
  runner: Runner,
  locked: LockedCode,
  { isForNewcomer }: { isForNewcomer: boolean },
): Promise<string> => {
  const code = newMailedCode()
  await setMailedCode(runner, locked, { codeDigest: signInCodeDigest(keys[0], locked, code), isForNewcomer })
  return code
}
