import { firstRow, onlyRow, type Runner, run } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'

/** What an application asks for when it sends somebody to a provider. */
export type Transaction = {
  redirectUri: string
  clientState: string | undefined
  codeChallenge: string | undefined
}

type NewTransaction = Transaction & {
  digest: Uint8Array
  provider: string
  /** Of the browser, if it is known yet. */
  browserDigest: Uint8Array | undefined
  /** The account to link, if this is not a sign-in. */
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

/** Binds a link to the first browser that comes for it. */
export const bindTransaction = (
  runner: Runner,
  { digest, provider, browserDigest }: TransactionKey,
): Promise<{ redirectUri: string; clientState: string | null } | undefined> =>
  firstRow(runner, 'bindTransaction')`
    update oauth_transactions
    set browser_digest = ${browserDigest}
    where digest = ${digest} and provider = ${provider} and browser_digest is null and expires_at > now()
    returning redirect_uri as "redirectUri", client_state as "clientState"`

type Spent = {
  redirectUri: string
  clientState: string | null
  codeChallenge: string | null
  userId: string | null
}

/** The one statement that spends a transaction: at its provider, in its browser, in time. */
export const spendTransaction = (
  runner: Runner,
  { digest, provider, browserDigest }: TransactionKey,
): Promise<Spent | undefined> =>
  firstRow(runner, 'spendTransaction')`
    delete from oauth_transactions
    where digest = ${digest} and provider = ${provider} and browser_digest = ${browserDigest} and expires_at > now()
    returning redirect_uri as "redirectUri", client_state as "clientState", code_challenge as "codeChallenge",
      user_id as "userId"`

export const deleteTransactions = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteTransactions')`delete from oauth_transactions where user_id = ${userId}`

export const sweepTransactions = sweepOf(sql`oauth_transactions`, { key: sql`digest`, when: sql`expires_at` })
