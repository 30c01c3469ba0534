import type { Runner } from '../platform/db/db.ts'
import { cancelEverythingPending } from './cancel-pending.ts'
import { deleteEverySession } from './queries/sessions.ts'

/** Ends everybody's sessions, and cancels everything pending. Notifies nobody: the database was just restored. */
export const endEverySession = async (runner: Runner): Promise<void> => {
  await cancelEverythingPending(runner)
  await deleteEverySession(runner)
}
