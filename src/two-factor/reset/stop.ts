import { recorded } from '../../audit/queries.ts'
import { first } from '../../db/db.ts'
import type { Client, Deps } from '../../deps.ts'
import { deadLink } from '../../errors.ts'
import { readLinkToken } from '../../links/token.ts'
import { deleteResetBy, findWaiting } from './queries.ts'

/** Until when a link stops something, if it still does. Looking stops nothing. */
export const stopGoodUntil = async (deps: Deps, token: string): Promise<Date | undefined> => {
  const key = readLinkToken('two-factor-keep', token)
  return key && (await findWaiting(deps.db, key))?.removesAt
}

/** Keeps a second factor that was to be removed, for who has the link of a notice. @throws 401 when nothing waits */
export const stopReset = async (deps: Deps, token: string, { address }: Client): Promise<void> => {
  const key = readLinkToken('two-factor-keep', token)
  const event = { type: 'two_factor.reset_cancelled', address, detail: { by: 'link' } } as const
  if (!key || !(await first(deps.db, recorded(deleteResetBy(key), event)))) throw deadLink()
}
