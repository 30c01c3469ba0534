import { anyRow, type Runner } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'
import type { AnsweredChallenge } from '../challenge.ts'

/** Inserts the one row that makes a second answer a replay, unless the challenge has expired. */
export const spending = (userId: string, { digest, expiresAt }: AnsweredChallenge): Fragment => sql`
  insert into passkey_challenges (user_id, digest, expires_at)
  select ${userId}::uuid, ${digest}::bytea, ${expiresAt}::timestamptz
  where ${expiresAt}::timestamptz > now()
  on conflict do nothing
  returning digest`

/** The one statement that spends a challenge. @returns whether it could still be answered */
export const spendPasskeyChallenge = (
  runner: Runner,
  userId: string,
  challenge: AnsweredChallenge,
): Promise<boolean> => anyRow(runner, 'spendPasskeyChallenge')`${spending(userId, challenge)}`

/** A day after they expire: a replay is still recognised if the database's clock goes back. */
export const sweepSpent = sweepOf(sql`passkey_challenges`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
  before: sql`now() - interval '1 day'`,
})
