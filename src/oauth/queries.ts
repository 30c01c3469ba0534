import { first, type Runner } from '../db/db.ts'
import { sql } from '../db/sql.ts'

/** A one-time code is found by its owner and its digest. */
type CodeKey = { userId: string; digest: Uint8Array }

type NewCode = CodeKey & { epoch: number; method: string; codeChallenge: string | undefined; seconds: number }

export const insertCode = async (runner: Runner, code: NewCode): Promise<void> => {
  await runner.run(sql`
    insert into oauth_codes (user_id, digest, epoch, method, code_challenge, expires_at)
    values (${code.userId}, ${code.digest}, ${code.epoch}, ${code.method}, ${code.codeChallenge ?? null},
      now() + make_interval(secs => ${code.seconds}))`)
}

/**
 * The one statement that spends a code. A code that was issued with a challenge needs its verifier, and one that was
 * not must come without (RFC 9700 §4.8.2: no downgrade); a wrong verifier spends nothing.
 */
export const spendCode = (
  runner: Runner,
  {
    userId,
    digest,
    codeChallenge,
    sessionId,
  }: CodeKey & { codeChallenge: string | undefined; sessionId: string },
): Promise<{ epoch: number; method: string } | undefined> =>
  first(
    runner,
    sql`
      update oauth_codes
      set spent_at = now(), session_id = ${sessionId}
      where user_id = ${userId} and digest = ${digest} and spent_at is null and expires_at > now()
        and code_challenge is not distinct from ${codeChallenge ?? null}
      returning epoch, method`,
  )

/** The session of a code that was spent, and how long ago that was. */
export const findSpent = (
  runner: Runner,
  { userId, digest, codeChallenge }: CodeKey & { codeChallenge: string | undefined },
): Promise<{ sessionId: string; secondsAgo: number } | undefined> =>
  first(
    runner,
    sql`
      select session_id as "sessionId", extract(epoch from now() - spent_at)::float8 as "secondsAgo"
      from oauth_codes
      where user_id = ${userId} and digest = ${digest} and spent_at is not null
        and code_challenge is not distinct from ${codeChallenge ?? null}`,
  )

/** Deletes up to `batch` codes, a day after their time, when a replay is not to be expected any more. */
export const sweepCodes = async (runner: Runner, batch: number): Promise<number> => {
  const rows = await runner.run(sql`
    delete from oauth_codes
    where (user_id, digest) in (
      select user_id, digest
      from oauth_codes
      where expires_at < now() - interval '1 day'
      order by expires_at
      limit ${batch}
      for update skip locked
    )
    returning 1`)
  return rows.length
}
