import { ofEnabled } from '#accounts/users/queries/users.ts'
import { anyRow, firstRow, type Runner, run } from '#platform/db/db.ts'
import { ifGenuine, macOf } from '#platform/db/sealing.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

type CodeKey = { userId: string; digest: Uint8Array }

/** The proof behind a code. */
type CodeProof = {
  epoch: number
  methods: string[]
  /** Whether a second factor is among them. */
  isComplete: boolean
  /** Since that was proven. */
  provenSecondsAgo: number
  /** Since the second factor was, if that was earlier: on a trusted device. */
  factorSecondsAgo?: number | undefined
  /** The visit on the pages that it comes from. */
  visitId?: string | undefined
}

type NewCode = CodeKey & CodeProof & { codeChallenge: string | undefined; seconds: number }

const kind = 'provider code'

const valuesOf = (
  { userId, digest, codeChallenge }: PresentedCode,
  { epoch, methods, isComplete }: Pick<CodeProof, 'epoch' | 'methods' | 'isComplete'>,
) => [userId, digest, codeChallenge, epoch, methods, isComplete]

export const insertCode = (runner: Runner, code: NewCode): Promise<unknown> =>
  run(runner, 'insertCode')`
    insert into oauth_codes (user_id, digest, epoch, method, methods, is_complete, proven_at, factor_proven_at,
      code_challenge, mac, visit_id, expires_at)
    values (${code.userId}, ${code.digest}, ${code.epoch}, ${code.methods[0]}, ${code.methods}::text[],
      ${code.isComplete}, now() - make_interval(secs => ${code.provenSecondsAgo}),
      now() - make_interval(secs => ${code.factorSecondsAgo ?? null}::float8), ${code.codeChallenge ?? null},
      ${macOf(runner, kind, valuesOf(code, code))}, ${code.visitId ?? null}, now() + make_interval(secs => ${code.seconds}))`

/** A code, and the challenge of the verifier that came with it. */
export type PresentedCode = CodeKey & { codeChallenge: string | undefined }

/** What an unspent code proves. */
export const findCodeProof = async (runner: Runner, code: PresentedCode): Promise<CodeProof | undefined> => {
  const row = await firstRow(runner, 'findCodeProof')<
    CodeProof & { factorSecondsAgo: number | null; mac: Uint8Array | null }
  >`
    select mac, epoch, coalesce(methods, array[method]) as methods, is_complete as "isComplete",
      coalesce(extract(epoch from now() - proven_at), 0)::float8 as "provenSecondsAgo",
      extract(epoch from now() - factor_proven_at)::float8 as "factorSecondsAgo", visit_id as "visitId"
    from oauth_codes
    where ${isUnspent(code)}`
  const proof = ifGenuine(runner, kind, row, (found) => valuesOf(code, found))
  return proof && { ...proof, factorSecondsAgo: proof.factorSecondsAgo ?? undefined }
}

/**
 * The one statement that spends a code, to be called in the transaction that uses it: otherwise a retry would look
 * like theft.
 * @returns whether nothing else had spent it
 */
export const spendOauthCode = (runner: Runner, code: PresentedCode, sessionId: string): Promise<boolean> =>
  anyRow(runner, 'spendOauthCode')`
    update oauth_codes
    set spent_at = now(), session_id = ${sessionId}
    where ${isUnspent(code)}
    returning 1`

export const findSpent = (runner: Runner, code: PresentedCode): Promise<{ secondsAgo: number } | undefined> =>
  firstRow(runner, 'findSpent')`
    select extract(epoch from now() - spent_at)::float8 as "secondsAgo"
    from oauth_codes
    where ${isSpent(code)}`

/** The one statement that removes a spent code: of simultaneous replays, one ends the session it produced. */
export const takeSpent = (runner: Runner, code: PresentedCode): Promise<{ sessionId: string } | undefined> =>
  firstRow(runner, 'takeSpent')`
    delete from oauth_codes
    where ${isSpent(code)}
    returning session_id as "sessionId"`

/**
 * A code issued with a challenge needs its verifier, and one issued without must come without (RFC 9700 §4.8.2: no
 * downgrade); a wrong verifier spends nothing, and ends nothing.
 */
const isPresented = ({ userId, digest, codeChallenge }: PresentedCode): Fragment => sql`
  user_id = ${userId} and digest = ${digest} and code_challenge is not distinct from ${codeChallenge ?? null}`

const isUnspent = (code: PresentedCode): Fragment => sql`
  ${isPresented(code)} and spent_at is null and expires_at > now() and ${ofEnabled(code.userId)}`

const isSpent = (code: PresentedCode): Fragment => sql`${isPresented(code)} and spent_at is not null`

/** Spent ones, too: whoever had the account before its mailbox was proven signed in with them. */
export const deleteCodes = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteCodes')`delete from oauth_codes where user_id = ${userId}`

/** For a day after they expire, replays are still recognised. */
export const sweepCodes = sweepOf(sql`oauth_codes`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
  before: sql`now() - interval '1 day'`,
})
