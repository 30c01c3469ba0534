import { anyRow, elsewhere, firstRow, onlyRow, type Runner } from '#platform/db/db.ts'
import { ifGenuine, macOf } from '#platform/db/sealing.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

/** An application's request when it sends somebody to a provider. */
export type Transaction = {
  redirectUri: string
  clientState: string | undefined
  codeChallenge: string | undefined
}

/** `epoch`: when it was begun. A later one has ended the transaction. */
export type Linker = { userId: string; epoch: number }

type NewTransaction = Transaction & {
  digest: Uint8Array
  provider: string
  /** Of the browser, if it is known yet. */
  browserDigest: Uint8Array | undefined
  /** The account to link, if this is not a sign-in. */
  linker: Linker | undefined
  seconds: number
}

const kind = 'provider sign-in'

/** Not the browser, which may be bound later, and has a secret of its own. */
const valuesOf = (
  { digest, provider }: Pick<NewTransaction, 'digest' | 'provider'>,
  { redirectUri, clientState, codeChallenge, userId, epoch }: Spent,
) => [digest, provider, redirectUri, clientState, codeChallenge, userId, epoch]

const macOfNew = (runner: Runner, transaction: NewTransaction) => {
  const { redirectUri, clientState = null, codeChallenge = null, linker } = transaction
  const { userId = null, epoch = null } = linker ?? {}
  return macOf(
    runner,
    kind,
    valuesOf(transaction, { redirectUri, clientState, codeChallenge, userId, epoch }),
  )
}

export const insertTransaction = (
  runner: Runner,
  transaction: NewTransaction,
): Promise<{ expiresAt: Date }> =>
  onlyRow(elsewhere(runner), 'insertTransaction')`
    insert into oauth_transactions (digest, provider, browser_digest, redirect_uri, client_state, code_challenge,
      user_id, epoch, mac, expires_at)
    values (${transaction.digest}, ${transaction.provider}, ${transaction.browserDigest ?? null},
      ${transaction.redirectUri}, ${transaction.clientState ?? null}, ${transaction.codeChallenge ?? null},
      ${transaction.linker?.userId ?? null}, ${transaction.linker?.epoch ?? null},
      ${macOfNew(runner, transaction)}, now() + make_interval(secs => ${transaction.seconds}))
    returning expires_at as "expiresAt"`

type Bound = {
  redirectUri: string
  clientState: string | null
  userId: string | null
  epoch: number | null
}

type Spent = Bound & { codeChallenge: string | null }

/** With what the provider posted, sealed, if it did. */
type Answered = Spent & { answer: Uint8Array | null }

const transactionColumns = sql`
  redirect_uri as "redirectUri", client_state as "clientState", code_challenge as "codeChallenge", user_id as "userId",
  epoch, mac`

type TransactionKey = { digest: Uint8Array; provider: string; browserDigest: Uint8Array }

/** Binds a link to the first browser that comes for it. */
export const bindTransaction = async (runner: Runner, key: TransactionKey): Promise<Bound | undefined> => {
  const { digest, provider, browserDigest } = key
  const row = await firstRow(elsewhere(runner), 'bindTransaction')<Spent & { mac: Uint8Array | null }>`
    update oauth_transactions
    set browser_digest = ${browserDigest}
    where digest = ${digest} and provider = ${provider} and browser_digest is null and expires_at > now()
    returning ${transactionColumns}`
  return ifGenuine(runner, kind, row, (bound) => valuesOf(key, bound))
}

/** Keeps what a provider posted. @returns whether it belongs to a sign-in in progress */
export const keepAnswer = (
  runner: Runner,
  { digest, provider, answer }: Omit<TransactionKey, 'browserDigest'> & { answer: Uint8Array },
): Promise<boolean> =>
  anyRow(elsewhere(runner), 'keepAnswer')`
    update oauth_transactions
    set answer = ${answer}
    where digest = ${digest} and provider = ${provider} and expires_at > now()
    returning 1`

/** The one statement that spends a transaction: at its provider, in its browser, in time. */
export const spendTransaction = async (
  runner: Runner,
  key: TransactionKey,
): Promise<Answered | undefined> => {
  const { digest, provider, browserDigest } = key
  const row = await firstRow(elsewhere(runner), 'spendTransaction')<Answered & { mac: Uint8Array | null }>`
    delete from oauth_transactions
    where digest = ${digest} and provider = ${provider} and browser_digest = ${browserDigest} and expires_at > now()
    returning ${transactionColumns}, answer`
  return ifGenuine(runner, kind, row, (spent) => valuesOf(key, spent))
}

export const sweepTransactions = sweepOf(sql`oauth_transactions`, { key: sql`digest`, when: sql`expires_at` })
