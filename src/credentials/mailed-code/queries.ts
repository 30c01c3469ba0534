import { subjectOf } from '../../accounts/limits/subject.ts'
import { type Address, findMailbox } from '../../accounts/users/queries/emails.ts'
import { elsewhere, firstRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import { ifGenuine, macOf } from '../../platform/db/sealing.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import { minute } from '../../platform/seconds.ts'
import type { MailedCodeKey } from './token.ts'

/** Since it was asked for, however long its mail takes (ASVS 5.0 6.5.5). */
export const mailedCodeSeconds = 10 * minute

export const maxCodeTries = 5

const mailedCode = 'mailed code'

/** What the row of a challenge grants. */
type Granted = MailedCodeKey & Address & { codeDigest: Uint8Array | null; isForNewcomer: boolean }

const valuesOf = ({ subject, place, digest, canonical, typed, codeDigest, isForNewcomer }: Granted) => [
  subject,
  place,
  digest,
  canonical,
  typed,
  codeDigest,
  isForNewcomer,
]

const granted = sql`
  subject, place, digest, canonical, typed, code_digest as "codeDigest", is_for_newcomer as "isForNewcomer", mac`

type Row = Granted & { mac: Uint8Array }

/** A planted or changed one opens nothing. */
const genuine = <Found extends Row>(runner: Runner, row: Found | undefined) =>
  ifGenuine(runner, mailedCode, row, valuesOf)

/** The previous one of this place stops working. @returns when it expires */
export const replaceMailedCode = async (
  runner: Runner,
  key: MailedCodeKey,
  address: Address,
): Promise<Date> => {
  const mac = macOf(
    runner,
    mailedCode,
    valuesOf({ ...key, ...address, codeDigest: null, isForNewcomer: false }),
  )
  const row = await onlyRow(elsewhere(runner), 'replaceMailedCode')<{ expiresAt: Date }>`
    insert into mailed_codes (subject, place, digest, canonical, typed, mac, expires_at)
    values (${key.subject}, ${key.place}, ${key.digest}, ${address.canonical}, ${address.typed}, ${mac},
      now() + make_interval(secs => ${mailedCodeSeconds}))
    on conflict (subject, place) do update
    set digest = excluded.digest, canonical = excluded.canonical, typed = excluded.typed, code_digest = null,
      is_for_newcomer = false, tries = 0, mac = excluded.mac, expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`
  return row.expiresAt
}

/** What is asked of a locked one: it stays as it is until the transaction ends. */
export type LockedCode = Omit<Row, 'mac'> & { tries: number; secondsLeft: number }

/** Locks what is still good. @returns for how long it is, too */
export const lockMailedCode = async (
  runner: Runner,
  { subject, place, digest }: MailedCodeKey,
): Promise<LockedCode | undefined> =>
  genuine(
    runner,
    await firstRow(runner, 'lockMailedCode')<Row & { tries: number; secondsLeft: number }>`
      select ${granted}, tries, extract(epoch from expires_at - now())::float8 as "secondsLeft"
      from mailed_codes
      where subject = ${subject} and place = ${place} and digest = ${digest} and expires_at > now()
      for update`,
  )

/** What is typed is compared with this from now on. */
export const setMailedCode = (
  runner: Runner,
  locked: LockedCode,
  code: Pick<Granted, 'codeDigest' | 'isForNewcomer'>,
): Promise<unknown> =>
  run(elsewhere(runner), 'setMailedCode')`
    update mailed_codes
    set code_digest = ${code.codeDigest}, is_for_newcomer = ${code.isForNewcomer},
      mac = ${macOf(runner, mailedCode, valuesOf({ ...locked, ...code }))}
    where subject = ${locked.subject} and place = ${locked.place} and digest = ${locked.digest}`

/** Writes one again that this transaction has locked, and deleted with the others of its user. */
export const keepMailedCode = (runner: Runner, locked: LockedCode): Promise<unknown> =>
  run(elsewhere(runner), 'keepMailedCode')`
    insert into mailed_codes (subject, place, digest, canonical, typed, code_digest, is_for_newcomer, tries, mac, expires_at)
    values (${locked.subject}, ${locked.place}, ${locked.digest}, ${locked.canonical}, ${locked.typed},
      ${locked.codeDigest}, ${locked.isForNewcomer}, ${locked.tries}, ${macOf(runner, mailedCode, valuesOf(locked))},
      now() + make_interval(secs => ${locked.secondsLeft}))`

/** Counts a try before the look. The row decides: of simultaneous ones, no more than five see the code. */
export const takeCodeTry = async (
  runner: Runner,
  { subject, place, digest }: MailedCodeKey,
): Promise<(Omit<Row, 'mac'> & { tries: number }) | undefined> =>
  genuine(
    runner,
    await firstRow(elsewhere(runner), 'takeCodeTry')<Row & { tries: number }>`
      update mailed_codes
      set tries = tries + 1
      where subject = ${subject} and place = ${place} and digest = ${digest} and expires_at > now()
        and tries < ${maxCodeTries}
      returning ${granted}, tries`,
  )

/** For a right one that came to nothing. */
export const returnCodeTry = (runner: Runner, { subject, place, digest }: MailedCodeKey): Promise<unknown> =>
  run(elsewhere(runner), 'returnCodeTry')`
    update mailed_codes
    set tries = tries - 1
    where subject = ${subject} and place = ${place} and digest = ${digest} and tries > 0`

/** The one statement that spends a code. @returns whether it was still there */
export const spendMailedCode = async (
  runner: Runner,
  { subject, place, digest }: MailedCodeKey,
): Promise<boolean> =>
  (await firstRow(elsewhere(runner), 'spendMailedCode')`
    delete from mailed_codes
    where subject = ${subject} and place = ${place} and digest = ${digest} and expires_at > now()
    returning subject`) !== undefined

/** Those that were asked for at any place, for the present address of a user. */
export const deleteMailedCodes = async (runner: Runner, userId: string): Promise<void> => {
  const mailbox = await findMailbox(runner, userId)
  if (mailbox)
    await run(elsewhere(runner), 'deleteMailedCodes')`
      delete from mailed_codes where subject = ${subjectOf.email(mailbox.canonical)}`
}

/** Of everybody. */
export const deleteEveryMailedCode = (runner: Runner): Promise<unknown> =>
  run(elsewhere(runner), 'deleteEveryMailedCode')`delete from mailed_codes`

export const listMailedCodes = (
  runner: Runner,
  canonical: string,
): Promise<{ email: string; expiresAt: Date }[]> =>
  run(runner, 'listMailedCodes')`
    select typed as email, expires_at as "expiresAt"
    from mailed_codes
    where subject = ${subjectOf.email(canonical)} and expires_at > now()
    order by expires_at`

export const sweepMailedCodes = sweepOf(sql`mailed_codes`, {
  key: sql`subject, place`,
  when: sql`expires_at`,
})
