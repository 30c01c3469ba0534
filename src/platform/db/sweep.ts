import { anyRow, countRows, firstRow, type Runner } from './db.ts'
import { type Fragment, sql } from './sql.ts'

type Sweep = {
  /** @returns how many rows it deleted, at most `batch` */
  (runner: Runner, batch: number): Promise<number>
  /** How long the oldest row has waited to be deleted; 0 if there is none. */
  lateSeconds(runner: Runner): Promise<number>
}

export const isSweep = (work: object): work is Sweep => 'lateSeconds' in work

/** `key`: the columns of the primary key. `when`: an indexed column with the time of expiry. */
type Dead = { key: Fragment; when: Fragment; before?: Fragment }

/**
 * Deletes the oldest rows first and skips locked ones. On several servers it waits for them, and checks them again.
 * It first checks whether there are any, because even an empty change is prepared on every server.
 */
export const sweepOf = (table: Fragment, { key, when, before = sql`now()` }: Dead): Sweep => {
  const hasDead = (runner: Runner) =>
    anyRow(
      runner,
      `look for dead ${table.parts[0]}`,
    )`select 1 from ${table} where ${when} < ${before} limit 1`
  const sweep = async (runner: Runner, batch: number) => {
    if (runner.isSpread?.() && !(await hasDead(runner))) return 0
    return countRows(runner, `sweep ${table.parts[0]}`)`
      delete from ${table}
      where (${key}) in (
        select ${key}
        from ${table}
        where ${when} < ${before}
        order by ${when}
        limit ${batch}
        ${runner.isSpread?.() ? sql`` : sql`for update skip locked`}
      ) and ${when} < ${before}
      returning 1`
  }
  const lateSeconds = async (runner: Runner) => {
    const oldest = await firstRow(runner, `late ${table.parts[0]}`)<{ seconds: number }>`
      select extract(epoch from ${before} - ${when})::float8 as seconds
      from ${table}
      where ${when} < ${before}
      order by ${when}
      limit 1`
    return oldest?.seconds ?? 0
  }
  return Object.assign(sweep, { lateSeconds })
}
