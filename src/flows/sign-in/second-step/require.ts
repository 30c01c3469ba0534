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
 * Passes if the account has no second factor.
 * @param settle runs in the transaction of the challenge
 * @throws 403 `two_factor_required` with a challenge
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
