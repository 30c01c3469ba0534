import { recordEvent } from '#accounts/events/record.ts'
import { spendAtMailbox } from '#accounts/links/spend.ts'
import { newLinkToken, readLinkToken } from '#accounts/links/token.ts'
import type { TwoFactorRemoval } from '#contract/wire.ts'
import { insertReset } from '#credentials/resets/queries.ts'
import { secondStepMethods } from '#credentials/second-step-methods.ts'
import type { Client, Deps } from '#deps.ts'
import { seal } from '#platform/crypto/seal.ts'
import { deadLink, notFound } from '#platform/errors.ts'
import { keeperOwner, noticeHours, tellOwner } from './tell.ts'

/**
 * Starts the waiting period, for someone who has proven the first factor and the mailbox. A period in
 * progress continues.
 * @returns when the second factor will be removed
 * @throws 401 if the link no longer works, 404 if only operators remove factors
 */
export const beginReset = async (
  deps: Deps,
  token: string,
  { address }: Client,
): Promise<TwoFactorRemoval> => {
  const key = readLinkToken('two-factor-reset', token)
  if (!key) throw deadLink()
  const { userId } = key
  const hours = deps.config.twoFactorResetHours
  // the setting may have changed since
  if (hours === 0) throw notFound()
  // hours beyond whole days come first, so that the last notice leaves a day
  const firstHours = hours % noticeHours || noticeHours
  return deps.db.transaction(async (runner) => {
    await spendAtMailbox(runner, key)
    if ((await secondStepMethods(deps, runner, userId)).length === 0) throw deadLink(userId)
    const keep = newLinkToken('two-factor-keep', userId)
    const sealedToken = seal(deps.keys, Buffer.from(keep.token), keeperOwner(userId))
    const { removesAt, isNew } = await insertReset(runner, keep.key, {
      sealedToken,
      firstHours,
      hoursLeft: hours - firstHours,
    })
    if (isNew) {
      await recordEvent(runner, { type: 'two_factor.reset_begun', userId, address })
      await tellOwner(deps, runner, { userId, token: keep.token, removesAt })
    }
    return { removesAt: removesAt.toISOString() }
  })
}
