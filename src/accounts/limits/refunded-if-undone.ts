import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { isUnavailable } from '../../platform/errors.ts'
import { refundAttempt } from './queries/forget.ts'
import type { Limit } from './rules.ts'

/**
 * Does the work of a correct secret. If an outage undoes that, its attempts are refunded. If it was committed after
 * all, they are refunded twice, which helps nobody guess.
 */
export const refundedIfUndone = <Result>(
  deps: Deps,
  limits: readonly Limit[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const refunds = limits.map((limit) => () => refundAttempt(deps.db, limit))
  return givenBackIfUndone(deps, refunds, work)
}

/** The same for other counts taken before the check. Each is refunded separately, after the answer. */
export const givenBackIfUndone = async <Result>(
  deps: Deps,
  giveBacks: readonly (() => Promise<unknown>)[],
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error)) for (const giveBack of giveBacks) giveBackLater(deps, giveBack)
    throw error
  }
}

// the outage that undid the work usually still lasts
const pausesMs = [1_000, 3_000, 6_000]

const giveBackLater = ({ later }: Pick<Deps, 'later'>, giveBack: () => Promise<unknown>): void =>
  later(async (stopping) => {
    for (const pauseMs of pausesMs) {
      const isLast = stopping.aborted
      try {
        return void (await giveBack())
      } catch (error) {
        if (!isUnavailable(error) || isLast) throw error
      }
      // a stop ends the pause, and waits for one more attempt
      await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {})
    }
    await giveBack()
  })
