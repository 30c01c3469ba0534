import { halfOwned } from '../../accounts/users/lock-owner.ts'
import { emailOwner, findOwnerOf } from '../../accounts/users/queries/email-owners.ts'
import { isSuspect, type Maker, madeBy, type Suspicion } from '../../accounts/users/queries/suspects.ts'
import { type AccountState, accountState } from '../../accounts/users/queries/users.ts'
import { nobody } from '../../platform/crypto/id.ts'
import type { HashCost, StoredPassword } from '../../platform/crypto/password.ts'
import { anyRow, firstRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import type { Sealed } from '../../platform/db/key-check.ts'
import { type Fragment, sql } from '../../platform/db/sql.ts'

/** What a password is checked against. */
export type PasswordAccount = AccountState & { phc: string | null; pepperId: Uint8Array | null }

/** By the address of a sign-in, or the id of someone signed in. */
export const findPasswordAccount = async (
  runner: Runner,
  whose: { canonical: string } | { userId: string },
  bucket: string,
): Promise<PasswordAccount | undefined> => {
  if ('canonical' in whose && !runner.isSpread?.())
    return firstRow(runner, 'findPasswordAccount')`
      select account.*
      from (${emailOwner(whose.canonical)}) as owner
      cross join lateral (${passwordAccount(sql`owner."userId"`, bucket)}) as account`
  const owner = 'userId' in whose ? whose : await findOwnerOf(runner, whose.canonical)
  // the same statements without an account
  const { userId } = owner ?? { userId: nobody }
  const account = await firstRow(
    runner,
    'findPasswordAccount',
  )<PasswordAccount>`${passwordAccount(sql`${userId}`, bucket)}`
  // one server has the new account's address, and the other is yet to commit the rest: its password isn't wrong
  if (owner && !account && 'canonical' in whose) throw halfOwned()
  return account
}

const passwordAccount = (userId: Fragment, bucket: string): Fragment => sql`
  select account.*, phc, pepper_id as "pepperId"
  from (${accountState(userId, bucket)}) as account
  left join passwords on passwords.user_id = ${userId}`

/** A subquery for it as it is stored. */
export const storedHashOf = (userId: Fragment): Fragment =>
  sql`select phc, encode(pepper_id, 'hex') as "pepperId" from passwords where user_id = ${userId}`

/** Whether a user has one, as an SQL condition. */
export const hasPassword = (userId: Fragment): Fragment =>
  sql`exists (select 1 from passwords where user_id = ${userId})`

/** Inserts or replaces it. @param maker the session that it was chosen in, if it was in one */
export const setPassword = (
  runner: Runner,
  userId: string,
  { phc, pepperId }: StoredPassword,
  maker?: Maker,
): Promise<unknown> =>
  run(runner, 'setPassword')`
    insert into passwords (user_id, phc, pepper_id, session_id, session_opened_at, set_at)
    values (${userId}, ${phc}, ${pepperId}, ${madeBy(maker)}, now())
    on conflict (user_id) do update
    set phc = excluded.phc, pepper_id = excluded.pepper_id, session_id = excluded.session_id,
      session_opened_at = excluded.session_opened_at, set_at = excluded.set_at`

/** Unless the password was changed meanwhile. */
export const replaceHash = (
  runner: Runner,
  userId: string,
  old: string,
  fresh: StoredPassword,
): Promise<unknown> =>
  run(runner, 'replaceHash')`
    update passwords
    set phc = ${fresh.phc}, pepper_id = ${fresh.pepperId}
    where user_id = ${userId} and phc = ${old}`

/** Whether it was set at that time or later. */
export const isPasswordSince = (runner: Runner, userId: string, time: Date): Promise<boolean> =>
  anyRow(runner, 'isPasswordSince')`select 1 from passwords where user_id = ${userId} and set_at >= ${time}`

/** A suspect one, or any. @returns whether there was one */
export const deletePassword = (runner: Runner, userId: string, suspicion?: Suspicion): Promise<boolean> =>
  anyRow(runner, 'deletePassword')`
    delete from passwords
    where user_id = ${userId} and ${suspicion ? isSuspect(sql`set_at`, suspicion) : sql`true`}
    returning user_id`

type PasswordCounts = { all: number; ofOtherKeys: number; ofOtherCost: number }

const mostCounted = 100_000

/** Those that a sign-in makes a new hash of, of a hundred thousand at most. */
export const countPasswords = (
  runner: Runner,
  keyId: Uint8Array,
  { memoryCost, timeCost, parallelism }: HashCost,
): Promise<PasswordCounts> =>
  onlyRow(runner, 'countPasswords')`
    select count(*)::integer as all, count(*) filter (where pepper_id <> ${keyId})::integer as "ofOtherKeys",
      count(*) filter (
        where not starts_with(phc, '$foreign$') and not starts_with(phc, ${`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`})
      )::integer as "ofOtherCost"
    from (select pepper_id, phc from passwords limit ${mostCounted}) as counted`

/** Those that are kept as another system hashed them, until their owners sign in. */
export const countForeign = (runner: Runner): Promise<{ scheme: string; count: number }[]> =>
  run(runner, 'countForeign')`
    select split_part(phc, '$', 3) as scheme, count(*)::integer as count
    from passwords
    where phc like '$foreign$%'
    group by scheme
    order by count desc, scheme`

const mostExamples = 100

/** Some of those that are kept as another system hashed them: of the first who came, and of the last. */
export const listForeignExamples = async (runner: Runner): Promise<StoredPassword[]> => {
  const [first, last] = await Promise.all([
    run(
      runner,
      'listFirstForeign',
    )<StoredPassword>`${foreignExamples} order by user_id limit ${mostExamples}`,
    run(
      runner,
      'listLastForeign',
    )<StoredPassword>`${foreignExamples} order by user_id desc limit ${mostExamples}`,
  ])
  return [...first, ...last]
}

const foreignExamples = sql`
  select user_id as "userId", phc, pepper_id as "pepperId" from passwords where phc like '$foreign$%'`

export const sealedPasswords: Sealed = {
  what: 'passwords',
  keyIds: sql`select pepper_id as id from passwords`,
}
