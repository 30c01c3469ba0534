import { elsewhere, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

/** Lets the trigger that protects events pass older ones, for this transaction. @returns of what age, in days */
export const allowDeletion = async (runner: Runner, days: number): Promise<number> => {
  const allowed = await onlyRow(runner, 'allowDeletion')<{ days: number }>`
    select set_config('sallyport.delete_events_after_days', greatest(${days}, least_days)::text, true)::integer as days
    from event_retention`
  return allowed.days
}

/** From now on none can be deleted that is younger, whatever `EVENTS_DAYS` says. For the owner of the database. */
export const keepEvents = (runner: Runner, leastDays: number): Promise<unknown> =>
  run(elsewhere(runner), 'keepEvents')`update event_retention set least_days = ${leastDays}`

/** @returns how many, at most `batch` */
export const deleteEvents = (runner: Runner, days: number, batch: number): Promise<number> =>
  sweepOf(sql`events`, {
    key: sql`user_id, id`,
    when: sql`at`,
    before: sql`now() - make_interval(days => ${days}::integer)`,
  })(runner, batch)
