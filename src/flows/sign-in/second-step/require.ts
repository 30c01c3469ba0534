import { recordEvent } from '../../../accounts/events/record.ts'
import { activeMethods } from '../../../credentials/queries.ts'
import type { Client, Deps } from '../../../deps.ts'
import type { Runner } from '../../../platform/db/db.ts'
import { twoFactorRequired } from '../../../platform/errors.ts'
import { insertChallenge } from '../../../sessions/challenges/queries.ts'
import type { SignedIn } from '../../../sessions/open.ts'
import { challenges } from './challenge.ts'

const challengeSeconds = 5 * 60

/**
 * Lets a first factor pass where the account has no second one.
 *
 * @param settle what else happens in the same transaction where it has one
 * @throws 403 `two_factor_required` with a challenge where it has
 */
export const requireSecondFactor = async (
  deps: Deps,
  { userId, sessionId, epoch, methods: proven }: SignedIn,
  { address, bucket }: Client,
  settle: (runner: Runner) => Promise<unknown>,
): Promise<void> => {
  const methods = await activeMethods(deps.db, userId)
  if (methods.length === 0) return
  const { token: challenge, key } = challenges.issue({ userId, sessionId })
  const stored = { ...key, epoch, methods: proven, bucket, seconds: challengeSeconds }
  const event = { type: 'two_factor.required', userId, address, detail: { methods: proven } } as const
  const [{ expiresAt }] = await deps.db.transaction((runner) =>
    Promise.all([insertChallenge(runner, stored), recordEvent(runner, event), settle(runner)]),
  )
  throw twoFactorRequired({ challenge, methods, expiresAt: expiresAt.toISOString() })
}
