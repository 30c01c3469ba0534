import type { Runner } from './db.ts'
import { type Statement, sql } from './sql.ts'

/** Deletes up to `batch` rows. @returns how many there were */
export type Sweep = (runner: Runner, batch: number) => Promise<number>

/** Which rows of a table are dead: the columns of its key, and one with an index that says when their time was. */
type Dead = { key: Statement; when: Statement; before?: Statement }

/** A sweep of the dead rows of a table, the oldest first. What somebody holds is left for another time, so nobody waits. */
export const sweepOf =
  (table: Statement, { key, when, before = sql`now()` }: Dead): Sweep =>
  async (runner, batch) => {
    const rows = await runner.run(sql`
      delete from ${table}
      where (${key}) in (
        select ${key}
        from ${table}
        where ${when} < ${before}
        order by ${when}
        limit ${batch}
        for update skip locked
      )
      returning 1`)
    return rows.length
  }
