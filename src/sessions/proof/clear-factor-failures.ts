import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { forgetSecondFactorAttempts } from '../../accounts/limits/queries/forget.ts'
import { deleteReset } from '../../credentials/resets/queries.ts'
import type { Client } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'

/** A proven second factor is not lost: cancels a pending reset, and clears failures. */
export const clearFactorFailures = async (runner: Runner, userId: string, client: Client): Promise<void> => {
  const [wasWaiting] = await Promise.all([
    deleteReset(runner, userId),
    forgetSecondFactorAttempts(runner, userId),
  ])
  if (!wasWaiting) return
  const event = { type: 'two_factor.reset_cancelled', userId, ...cameFrom(client) } as const
  await recordEvent(runner, { ...event, detail: { by: 'second_factor' } })
}
