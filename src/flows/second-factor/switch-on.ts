import type { FactorMethod, Known } from '#contract/wire.ts'
import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import type { Maker } from '../../accounts/users/queries/suspects.ts'
import type { FreshCodes } from '../../credentials/backup-codes/fresh.ts'
import { replaceBackupCodes } from '../../credentials/backup-codes/queries.ts'
import { closeConsole } from '../../credentials/operators/close.ts'
import type { Client } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { unauthorized } from '../../platform/errors.ts'
import { endSessions } from '../../sessions/end.ts'
import { addMethod } from '../../sessions/proof/queries.ts'

/**
 * What follows a first second factor, to be called after `cancelPending` in its transaction: backup codes, and the end of
 * other sessions, which have one factor. An operator has lost the factor that the console was granted with, however that went, and a
 * password alone would get it back.
 * @param method that this session counts as proven by, because it has just turned two-factor on
 */
export const switchOn = async (
  runner: Runner,
  { userId, ...maker }: { userId: string } & Maker,
  { method, codes }: { method: Known<FactorMethod>; codes: FreshCodes },
  client: Client,
): Promise<void> => {
  const { sessionId } = maker
  await closeConsole(runner, userId)
  await replaceBackupCodes(runner, userId, codes.digests, maker)
  await endSessions(
    runner,
    userId,
    { why: 'two_factor_enabled', address: client.address },
    { but: sessionId },
  )
  if (!(await addMethod(runner, { userId, sessionId }, method))) throw unauthorized()
  await recordEvent(runner, { type: 'two_factor.enabled', userId, sessionId, ...cameFrom(client) })
}
