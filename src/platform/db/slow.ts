import type { Logger } from 'pino'
import type { Db, Runner } from './db.ts'

const slowMs = 1_000

/** The same database. A statement that takes a second or more, whatever it waits for, is named in the log. */
export const tellSlow = (db: Db, log: Logger): Db => ({
  ...timed(db, log),
  transaction: (work, options) => db.transaction((runner) => work(timed(runner, log)), options),
  close: db.close,
})

const timed = (runner: Runner, log: Logger): Runner => ({
  run: async (statement) => {
    const beganMs = performance.now()
    // one that fails is told of by whatever it is that failed
    const rows = await runner.run(statement)
    const ms = Math.round(performance.now() - beganMs)
    if (ms >= slowMs) log.warn({ statement: statement.name, ms }, 'a statement was slow')
    return rows
  },
  script: runner.script,
})
