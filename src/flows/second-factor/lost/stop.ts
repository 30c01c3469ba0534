import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { readLinkToken } from '#accounts/links/token.ts'
import { deleteResetBy, findWaiting } from '#credentials/resets/queries.ts'
import type { Client, Deps } from '#deps.ts'
import { deadLink } from '#platform/errors.ts'

/** Until when a link works, if it does. Spends nothing. */
export const stopGoodUntil = async (deps: Pick<Deps, 'db'>, token: string): Promise<Date | undefined> => {
  const key = readLinkToken('two-factor-keep', token)
  return key && (await findWaiting(deps.db, key))?.removesAt
}

/** Keeps a second factor, for the holder of the link in a notice. @throws 401 if no removal is pending */
export const stopReset = async (deps: Deps, token: string, client: Client): Promise<void> => {
  const key = readLinkToken('two-factor-keep', token)
  if (!key) throw deadLink()
  const { userId } = key
  await deps.db.transaction(async (runner) => {
    if (!(await deleteResetBy(runner, key))) throw deadLink(userId)
    await recordEvent(runner, {
      type: 'two_factor.reset_cancelled',
      userId,
      ...cameFrom(client),
      detail: { by: 'link' },
    })
  })
}
