import type { Statement } from '../db/sql.ts'
import { passwordsFromElsewhere, passwordsFromKnown } from './guesses.ts'
import { endStreak, forgetAttempts } from './queries.ts'

/**
 * What a complete sign-in with a password forgets, by the kind that it was counted as. One from a known place says
 * nothing of the strangers' waits, but their failures are no longer in a row.
 */
export const settlePasswords = (userId: string, canonical: string, kind: string): Statement[] => {
  const elsewhere = passwordsFromElsewhere(canonical)
  return kind === elsewhere.kind
    ? [forgetAttempts(elsewhere)]
    : [forgetAttempts(passwordsFromKnown(userId, kind)), endStreak(elsewhere)]
}
