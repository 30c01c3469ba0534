import type { Runner } from '../platform/db/db.ts'
import { lastWayIn } from '../platform/errors.ts'
import type { Offering } from './credential.ts'
import { hasWayIn } from './queries.ts'

/**
 * Removes something that may be a way in, in a transaction that holds the user. Where there was none before, as with a provider that is
 * no longer set up, nothing keeps it.
 * @throws 409 `last_way_in`
 */
export const keepingWayIn = async <Removed>(
  runner: Runner,
  userId: string,
  offering: Offering,
  remove: () => Promise<Removed>,
): Promise<Removed> => {
  const hadWayIn = await hasWayIn(runner, userId, offering)
  const removed = await remove()
  if (hadWayIn && !(await hasWayIn(runner, userId, offering))) throw lastWayIn()
  return removed
}
