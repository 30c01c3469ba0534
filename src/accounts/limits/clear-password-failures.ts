import type { Client } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { passwordFailures } from './guesses.ts'
import { forgetAttempts } from './queries/forget.ts'

/** Whose failures are counted: by which subject, and whether they signed in from this place lately. */
export type CountedAccount = { userId: string; canonical: string; isKnownAddress: boolean }

/**
 * Clears the failures of the location that signed in. A known location leaves the strangers' count alone, which would
 * otherwise reveal that the owner was here.
 */
export const clearPasswordFailures = (
  runner: Runner,
  account: CountedAccount,
  client: Client,
): Promise<unknown> => forgetAttempts(runner, passwordFailures(account, account.canonical, client))
