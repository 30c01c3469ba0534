import type { Logger } from 'pino'
import type { Db, Runner } from './db.ts'
import { faultOf } from './failures.ts'

const slowMs = 1_000

/**
 * The same database. A statement that takes a second or more, whatever it waits for, is named in the log. Of a transaction
 * it is the first one: those after it waited for it.
 */
export const tellSlow = (db: Db, log: Logger): Db => ({
  ...timed(db, log),
  transaction: (work, options) => db.transaction((runner) => work(timed(runner, log, 1)), options),
  close: db.close,
})

const timed = (runner: Runner, log: Logger, most = Number.POSITIVE_INFINITY): Runner => {
  let told = 0
  const tell = (statement: string, beganMs: number) => {
    const ms = Math.round(performance.now() - beganMs)
    if (ms >= slowMs && told++ < most) log.warn({ statement, ms }, 'a statement was slow')
  }
  return {
    run: async (statement) => {
      const beganMs = performance.now()
      try {
        const rows = await runner.run(statement)
        tell(statement.name, beganMs)
        return rows
      } catch (error) {
        // outages are logged by the watch
        if (!faultOf(error)) tell(statement.name, beganMs)
        throw error
      }
    },
    script: runner.script,
  }
}
