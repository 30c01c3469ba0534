import type { Deps } from '../deps.ts'
import type { Parts } from './parts.ts'
import { settle } from './settle.ts'

/** Between reminders of what waits for days: what comes after one counts from it. */
const stepMs = 86_400_000
const maxSteps = 32

/**
 * Lets time pass, and everything happen that is due on the way: a waiting period of three days with a mail a day is not over
 * in one leap. Of more than a month, some of the way is left out.
 * @param instantMs to which time
 * @throws 400 for an instant that is over
 */
export const passTime = async (
  deps: Deps,
  { clock }: Pick<Parts, 'clock'>,
  instantMs: number,
): Promise<void> => {
  let leftMs = instantMs - clock.nowMs()
  const longestMs = Math.max(stepMs, leftMs / maxSteps)
  await settle(deps)
  do {
    const passingMs = Math.min(leftMs, longestMs)
    // from when the step before was done: it has set the times of the next
    await clock.moveTo(deps, clock.nowMs() + passingMs)
    await settle(deps)
    leftMs -= passingMs
  } while (leftMs > 0)
}
