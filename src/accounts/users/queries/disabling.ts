import { type Runner, run } from '#platform/db/db.ts'

/** From now on, unless it is already; for good without `until`. */
export const setDisabled = (
  runner: Runner,
  userId: string,
  { until, reason }: { until: Date | undefined; reason: string },
): Promise<unknown> =>
  Promise.all([
    endDisabled(runner, userId),
    run(runner, 'setDisabled')`
      update users
      set disabled_at = least(disabled_at, now()), disabled_until = ${until ?? null}, disabled_reason = ${reason}
      where id = ${userId}`,
  ])

/** An expired one leaves nothing behind. */
const endDisabled = (runner: Runner, userId: string) =>
  run(runner, 'endDisabled')`
    update users
    set disabled_at = null, disabled_until = null, disabled_reason = null
    where id = ${userId} and disabled_until <= now()`

/** @returns whether it was disabled, and not until a time in the past */
export const clearDisabled = async (runner: Runner, userId: string): Promise<boolean> => {
  const [, cleared] = await Promise.all([
    endDisabled(runner, userId),
    run(runner, 'clearDisabled')`
      update users
      set disabled_at = null, disabled_until = null, disabled_reason = null
      where id = ${userId} and disabled_at is not null
      returning id`,
  ])
  return cleared.length > 0
}
