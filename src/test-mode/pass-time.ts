import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { badRequest } from '../platform/errors.ts'
import type { Parts } from './parts.ts'
import { settle } from './settle.ts'

/** Between reminders of what waits for days: what comes after one counts from it. */
const stepMs = 86_400_000
const maxSteps = 32

// the steps of one-time codes are integers in the database, and end in 4011
const endYear = 4_000

/**
 * Lets time pass, and everything happen that is due on the way: a waiting period of three days with a mail a day is not over
 * in one leap. Of more than a month, some of the way is left out.
 * @param gone once nobody waits for it any more: time stands where it is by then
 * @throws 400 before anything moves, for an instant that is over, and for one that lies too far ahead
 */
export const passTime = async (
  deps: Deps,
  { clock }: Pick<Parts, 'clock'>,
  byMs: number,
  gone: AbortSignal,
): Promise<void> => {
  if (byMs < 0) throw badRequest('Time only goes forward. POST /test/reset goes back to the beginning.')
  if (clock.nowMs() + byMs >= Date.UTC(endYear, 0))
    throw badRequest(`Time ends with the year ${endYear - 1}.`)
  const longestMs = Math.max(stepMs, byMs / maxSteps)
  await settle(deps)
  for (let leftMs = byMs; leftMs > 0 && !gone.aborted; leftMs -= longestMs) {
    await clock.advance(deps, Math.min(leftMs, longestMs))
    await settle(deps)
    // the database runs in this thread, in which nobody would be heard before the end
    await nextTurn()
  }
}
