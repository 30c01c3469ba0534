import type { Statement } from '../../platform/db/sql.ts'
import { passwordsFromElsewhere, passwordsFromKnown } from './guesses.ts'
import { forgetAttempts } from './queries.ts'

/**
 * What a complete sign-in with a password forgets: the failures from where it came. One from a known place leaves those
 * of strangers as they are, or they would see that there is an owner who came.
 */
export const settlePasswords = (userId: string, canonical: string, kind: string): Statement[] => {
  const elsewhere = passwordsFromElsewhere(canonical)
  return kind === elsewhere.kind
    ? [forgetAttempts(elsewhere)]
    : [forgetAttempts(passwordsFromKnown(userId, kind))]
}
