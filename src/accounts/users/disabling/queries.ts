import { anyRow, type Runner, run } from '../../../platform/db/db.ts'
import { isDisabled } from '../queries.ts'

/** From now on, unless it is already; for good without `until`. */
export const setDisabled = (
  runner: Runner,
  userId: string,
  { until, reason }: { until: Date | undefined; reason: string },
): Promise<unknown> =>
  run(runner, 'setDisabled')`
    update users
    set disabled_at = case when ${isDisabled} then disabled_at else now() end,
      disabled_until = ${until ?? null}, disabled_reason = ${reason}
    where id = ${userId}`

/** @returns whether it was disabled, and not until a time that has passed */
export const clearDisabled = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'clearDisabled')`
    with former as (
      select id, disabled_until from users where id = ${userId} and disabled_at is not null for no key update
    ), cleared as (
      update users
      set disabled_at = null, disabled_until = null, disabled_reason = null
      from former
      where users.id = former.id
    )
    select from former where disabled_until is null or disabled_until > now()`
