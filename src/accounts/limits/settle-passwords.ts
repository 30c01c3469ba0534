import type { Client } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { passwordFailures } from './guesses.ts'
import { forgetAttempts } from './queries.ts'

/** Whose failures are counted: by what, and whether they signed in from this place lately. */
export type Counted = { userId: string; canonical: string; isKnownAddress: boolean }

/**
 * What a complete sign-in with a password forgets: the failures from where it came. A sign-in from a known place leaves
 * the failures of strangers alone, or they would notice that the owner had come.
 */
export const settlePasswords = (runner: Runner, account: Counted, client: Client): Promise<unknown> =>
  forgetAttempts(runner, passwordFailures(account, account.canonical, client))
