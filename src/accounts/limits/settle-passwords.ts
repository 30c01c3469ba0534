import type { Statement } from '../../platform/db/sql.ts'
import { passwordsFromElsewhere, passwordsFromKnown } from './guesses.ts'
import { forgetAttempts } from './queries.ts'

/**
 * Clears the failures of the location that signed in. A known location leaves the strangers' count alone, which would
 * otherwise tell them that the owner was here.
 */
export const settlePasswords = (userId: string, canonical: string, kind: string): Statement[] => {
  const elsewhere = passwordsFromElsewhere(canonical)
  return kind === elsewhere.kind
    ? [forgetAttempts(elsewhere)]
    : [forgetAttempts(passwordsFromKnown(userId, kind))]
}
