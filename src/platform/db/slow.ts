import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/in-span.ts'
import type { Db, Runner } from './db.ts'
import { faultOf } from './failures.ts'
import type { Statement } from './sql.ts'

const slowMs = 1_000

type Told = { log: Logger; metrics: Pick<Metrics, 'statements' | 'batches'>; isOut: () => boolean }

/**
 * The same database with its statements measured. One that takes a second or more, whatever it waits for, is named in
 * the log; in a transaction only the first, since the others waited for it. The watch reports outages, so a frozen
 * server's late answers are not reported again.
 */
export const tellSlow = (db: Db, told: Told): Db => ({
  ...db,
  ...timed(db, told),
  transaction: (work, options) => db.transaction((runner) => work(timed(runner, told, 1)), options),
})

const timed = (runner: Runner, { log, metrics, isOut }: Told, most = Number.POSITIVE_INFINITY): Runner => {
  let toldSlow = 0
  const tell = (statement: string, ms: number) => {
    if (ms >= slowMs && !isOut() && toldSlow++ < most)
      log.warn({ statement, ms: Math.round(ms) }, 'a statement was slow')
  }
  return {
    ...runner,
    run: async (statement) => {
      const { name, shares } = statement
      const beganMs = performance.now()
      const measure = () => {
        const ms = performance.now() - beganMs
        metrics.statements.observe({ name }, ms / 1_000)
        return ms
      }
      if (shares !== undefined) metrics.batches.observe({ name }, shares)
      try {
        const rows = await inSpan(spanOf(statement), () => runner.run(statement))
        tell(name, measure())
        return rows
      } catch (error) {
        const ms = measure()
        if (!faultOf(error)) tell(name, ms)
        throw error
      }
    },
  }
}

const spanOf = ({ name }: Statement) => ({
  name,
  attributes: { 'db.system.name': 'postgresql' },
  isOutgoing: true,
})
