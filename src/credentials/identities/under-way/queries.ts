import { ofEnabled } from '../../../accounts/users/queries.ts'
import { firstRow, onlyRow, type Runner, run } from '../../../platform/db/db.ts'
import { type Fragment, sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'

/** A one-time code is found by its owner and its digest. */
type CodeKey = { userId: string; digest: Uint8Array }

type NewCode = CodeKey & { epoch: number; method: string; codeChallenge: string | undefined; seconds: number }

export const insertCode = async (runner: Runner, code: NewCode): Promise<void> => {
  await run(runner, 'insertCode')`
    insert into oauth_codes (user_id, digest, epoch, method, code_challenge, expires_at)
    values (${code.userId}, ${code.digest}, ${code.epoch}, ${code.method}, ${code.codeChallenge ?? null},
      now() + make_interval(secs => ${code.seconds}))`
}

/**
 * The one statement that spends a code. A code that was issued with a challenge needs its verifier, and one that was
 * not must come without (RFC 9700 §4.8.2: no downgrade); a wrong verifier spends nothing.
 */
export const spendOauthCode = (
  runner: Runner,
  {
    userId,
    digest,
    codeChallenge,
    sessionId,
  }: CodeKey & { codeChallenge: string | undefined; sessionId: string },
): Promise<{ epoch: number; method: string } | undefined> =>
  firstRow(runner, 'spendOauthCode')`
    update oauth_codes
    set spent_at = now(), session_id = ${sessionId}
    where user_id = ${userId} and digest = ${digest} and spent_at is null and expires_at > now()
      and code_challenge is not distinct from ${codeChallenge ?? null} and ${ofEnabled(userId)}
    returning epoch, method`

/** A code that comes again, with the challenge of the verifier that came with it. */
export type SpentCode = CodeKey & { codeChallenge: string | undefined }

/** How long ago a code was spent. */
export const findSpent = (runner: Runner, code: SpentCode): Promise<{ secondsAgo: number } | undefined> =>
  firstRow(runner, 'findSpent')`
    select extract(epoch from now() - spent_at)::float8 as "secondsAgo"
    from oauth_codes
    where ${isSpent(code)}`

/** The one statement that takes a spent code away: of any number of replays one ends the session that it produced. */
export const takeSpent = (runner: Runner, code: SpentCode): Promise<{ sessionId: string } | undefined> =>
  firstRow(runner, 'takeSpent')`
    delete from oauth_codes
    where ${isSpent(code)}
    returning session_id as "sessionId"`

const isSpent = ({ userId, digest, codeChallenge }: SpentCode): Fragment => sql`
  user_id = ${userId} and digest = ${digest} and spent_at is not null
    and code_challenge is not distinct from ${codeChallenge ?? null}`

/** Sweeps codes, a day after their time, when a replay is not to be expected any more. */
export const sweepCodes = sweepOf(sql`oauth_codes`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
  before: sql`now() - interval '1 day'`,
})

/** What a provider is asked on behalf of an application. */
export type Transaction = {
  redirectUri: string
  clientState: string | undefined
  codeChallenge: string | undefined
}

type NewTransaction = Transaction & {
  digest: Uint8Array
  provider: string
  /** Undefined where the browser has yet to come. */
  browserDigest: Uint8Array | undefined
  /** Who links, where it is no sign-in. */
  userId: string | undefined
  seconds: number
}

export const insertTransaction = (
  runner: Runner,
  transaction: NewTransaction,
): Promise<{ expiresAt: Date }> =>
  onlyRow(runner, 'insertTransaction')`
    insert into oauth_transactions (digest, provider, browser_digest, redirect_uri, client_state, code_challenge,
      user_id, expires_at)
    values (${transaction.digest}, ${transaction.provider}, ${transaction.browserDigest ?? null},
      ${transaction.redirectUri}, ${transaction.clientState ?? null}, ${transaction.codeChallenge ?? null},
      ${transaction.userId ?? null}, now() + make_interval(secs => ${transaction.seconds}))
    returning expires_at as "expiresAt"`

type TransactionKey = { digest: Uint8Array; provider: string; browserDigest: Uint8Array }

/** Gives a link that was begun to the browser that comes for it first. */
export const bindTransaction = (
  runner: Runner,
  { digest, provider, browserDigest }: TransactionKey,
): Promise<{ redirectUri: string; clientState: string | null } | undefined> =>
  firstRow(runner, 'bindTransaction')`
    update oauth_transactions
    set browser_digest = ${browserDigest}
    where digest = ${digest} and provider = ${provider} and browser_digest is null and expires_at > now()
    returning redirect_uri as "redirectUri", client_state as "clientState"`

/** The one statement that spends a transaction: at its own provider, in its own browser, within its time. */
export const spendTransaction = (
  runner: Runner,
  { digest, provider, browserDigest }: TransactionKey,
): Promise<
  | { redirectUri: string; clientState: string | null; codeChallenge: string | null; userId: string | null }
  | undefined
> =>
  firstRow(runner, 'spendTransaction')`
    delete from oauth_transactions
    where digest = ${digest} and provider = ${provider} and browser_digest = ${browserDigest} and expires_at > now()
    returning redirect_uri as "redirectUri", client_state as "clientState", code_challenge as "codeChallenge",
      user_id as "userId"`

type NewLink = CodeKey & {
  provider: string
  subject: string
  email: string | undefined
  codeChallenge: string | undefined
  seconds: number
}

export const insertIdentityLink = async (runner: Runner, link: NewLink): Promise<void> => {
  await run(runner, 'insertIdentityLink')`
    insert into identity_links (user_id, digest, provider, subject, email, code_challenge, expires_at)
    values (${link.userId}, ${link.digest}, ${link.provider}, ${link.subject}, ${link.email ?? null},
      ${link.codeChallenge ?? null}, now() + make_interval(secs => ${link.seconds}))`
}

/** The one statement that spends a link's code, by the same rules as `spendOauthCode`. */
export const spendIdentityLink = (
  runner: Runner,
  {
    userId,
    digest,
    provider,
    codeChallenge,
  }: CodeKey & { provider: string; codeChallenge: string | undefined },
): Promise<{ subject: string; email: string | null } | undefined> =>
  firstRow(runner, 'spendIdentityLink')`
    delete from identity_links
    where user_id = ${userId} and digest = ${digest} and provider = ${provider} and expires_at > now()
      and code_challenge is not distinct from ${codeChallenge ?? null}
    returning subject, email`

/** Sweeps transactions whose time is over. */
export const sweepTransactions = sweepOf(sql`oauth_transactions`, { key: sql`digest`, when: sql`expires_at` })

/** Sweeps links that nobody confirmed in time. */
export const sweepIdentityLinks = sweepOf(sql`identity_links`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
})

/** Cancels what a user has begun at other providers: sign-ins and links under way. */
export const deleteUnderWay = (runner: Runner, userId: string): Promise<unknown> =>
  Promise.all([
    run(runner, 'deleteTransactions')`delete from oauth_transactions where user_id = ${userId}`,
    run(runner, 'deleteIdentityLinks')`delete from identity_links where user_id = ${userId}`,
  ])

/** Forgets sign-in codes, spent ones too: they belong to whoever had the account before its mailbox was proven. */
export const deleteCodes = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteCodes')`delete from oauth_codes where user_id = ${userId}`
