import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { freshCodes } from '#credentials/backup-codes/fresh.ts'
import { hadBackupCodes, insertBackupCodes } from '#credentials/backup-codes/queries.ts'
import { activeMethods } from '#credentials/queries.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { holdSession, type SessionKey } from '#sessions/queries/sessions.ts'

/**
 * Backup codes for somebody who has a second factor and never had any, because it was brought here without. To be called in the
 * transaction that opens the session, behind that: it locks the user, so that of simultaneous sign-ins one gets them. A passkey
 * that signs in is no second factor, even where it is asked for as one.
 * @returns ten codes, only once; undefined if there are, or were, some
 */
export const giveFirstCodes = async (
  deps: Pick<Deps, 'keys'>,
  runner: Runner,
  { userId, sessionId }: SessionKey,
  client: Client,
): Promise<string[] | undefined> => {
  const [maker, hadSome] = await Promise.all([
    holdSession(runner, { userId, sessionId }),
    hadBackupCodes(runner, userId),
  ])
  if (!maker || hadSome || (await activeMethods(runner, userId)).length === 0) return
  const { backup, digests } = freshCodes(deps, userId)
  const event = { type: 'backup_codes.renewed', userId, sessionId, ...cameFrom(client) } as const
  await Promise.all([insertBackupCodes(runner, userId, digests, maker), recordEvent(runner, event)])
  return backup
}
