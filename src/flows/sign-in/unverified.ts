import { refundAttempts } from '../../accounts/limits/queries/forget.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import type { Limit } from '../../accounts/limits/rules.ts'
import { hasLink } from '../../accounts/links/queries.ts'
import { sendVerification } from '../../accounts/links/verification.ts'
import type { Deps } from '../../deps.ts'
import { emailUnverified, Refused } from '../../platform/errors.ts'
import { about } from '../../platform/refusals/concerning.ts'

/**
 * Refuses somebody who has to confirm the address first, and sends another link if the last one has expired.
 * @param limits that count correct first factors
 * @throws 403
 */
export const refuseUnverified = async (
  deps: Deps,
  userId: string,
  limits: readonly Limit[],
): Promise<never> => {
  await refundedIfUndone(deps, limits, () => deps.db.transaction((runner) => refundAttempts(runner, limits)))
  // without a session, nobody can request another email
  if (!(await hasLink(deps.db, userId, 'verification'))) await sendVerification(deps, userId).catch(ifNone)
  throw about(emailUnverified(), userId)
}

// too many, or the address was confirmed or the account deleted meanwhile, which the next sign-in sees
const noneStatuses = [429, 409, 401]

const ifNone = (error: unknown) => {
  if (!(error instanceof Refused) || !noneStatuses.includes(error.status)) throw error
}
