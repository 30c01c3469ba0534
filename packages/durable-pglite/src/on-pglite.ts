import type { PGlite, QueryOptions, Transaction } from '@electric-sql/pglite'
import { type Prepared, preparedOn } from './prepared.ts'

/** The database, or one transaction on it. */
export type Runner = Pick<PGlite, 'query' | 'exec'> & {
  /** As `query`, but parsed and planned once. The text of a name is always the same. */
  prepared: Prepared['run']
}

export type Transacting = Runner & {
  /** Rolls back if `work` throws. */
  transaction<Result>(work: (runner: Runner) => Promise<Result>): Promise<Result>
}

/** @param refuse throws what a failure of PGlite is to be told as */
export const onPglite = (pglite: PGlite, refuse: (error: Error) => never): Transacting => {
  const statements = preparedOn(pglite)
  // a statement by itself must not run inside somebody else's transaction
  const alone: Prepared['run'] = (statement, values) =>
    pglite._runExclusiveTransaction(() => statements.run(statement, values))
  return {
    ...runnerOn(pglite, { ...statements, run: alone }, refuse),
    transaction: (work) =>
      pglite
        .transaction((inside) => work(runnerOn(inside, within(inside, statements), refuse)))
        .catch(refuse),
  }
}

/** As PGlite's own: what comes too late must not run by itself, or in somebody else's transaction. */
const within = (transaction: Transaction, statements: Prepared): Prepared => ({
  ...statements,
  run: (statement, values) =>
    transaction.closed
      ? Promise.reject(new Error('Transaction is closed'))
      : statements.run(statement, values),
})

const runnerOn = (
  target: Pick<PGlite, 'query' | 'exec'>,
  statements: Prepared,
  refuse: (error: Error) => never,
): Runner => ({
  query: <Row>(text: string, values?: unknown[], options?: QueryOptions) =>
    target.query<Row>(text, values, options).catch(refuse),
  prepared: <Row>(statement: { name: string; text: string }, values: readonly unknown[]) =>
    statements.run<Row>(statement, values).catch(refuse),
  exec: (text, options) => target.exec(text, options).catch(refuse).finally(statements.forget),
})
