import { countRows, type Runner } from './db.ts'
import { type Fragment, sql } from './sql.ts'

/** @returns how many rows it deleted, at most `batch` */
export type Sweep = (runner: Runner, batch: number) => Promise<number>

/** `key`: the columns of the primary key. `when`: an indexed column with the time of expiry. */
type Dead = { key: Fragment; when: Fragment; before?: Fragment }

/** Deletes the oldest rows first and skips locked ones. */
export const sweepOf =
  (table: Fragment, { key, when, before = sql`now()` }: Dead): Sweep =>
  (runner, batch) =>
    countRows(runner, `sweep ${table.parts[0]}`)`
      delete from ${table}
      where (${key}) in (
        select ${key}
        from ${table}
        where ${when} < ${before}
        order by ${when}
        limit ${batch}
        for update skip locked
      )
      returning 1`
