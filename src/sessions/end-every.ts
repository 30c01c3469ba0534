import type { Runner } from '../platform/db/db.ts'
import { cancelEverythingPending } from './cancel-pending.ts'
import { deleteEverySession } from './queries/sessions.ts'

/** Ends all sessions of everybody, and cancels whatever waits. For a database that was just restored: it tells nobody. */
export const endEverySession = async (runner: Runner): Promise<void> => {
  await cancelEverythingPending(runner)
  await deleteEverySession(runner)
}
