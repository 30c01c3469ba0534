import { raiseEveryEpoch } from '../accounts/users/queries.ts'
import type { Runner } from '../platform/db/db.ts'
import { deleteEverySession } from './queries.ts'

/** Ends all sessions of everybody, and what was begun by signing in. For a database that was just restored: it tells nobody. */
export const endEverySession = async (runner: Runner): Promise<void> => {
  await raiseEveryEpoch(runner)
  await deleteEverySession(runner)
}
