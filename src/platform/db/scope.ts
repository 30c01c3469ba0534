import { propertiesOf } from '../properties-of.ts'
import type { Runner } from './db.ts'

/** What one transaction may do: nothing once it is over, and its first failure is what it failed by. */
type Scope = {
  runner: Runner
  /** Call it before the transaction is committed or rolled back. */
  end(): void
  causeOf(error: unknown): unknown
}

/**
 * Of statements that travel together, one may fail while others are still to come. These must not run after the rollback,
 * each for itself or in somebody else's transaction.
 */
export const scopeOf = (target: Runner): Scope => {
  let isOver = false
  let cause: { error: unknown } | undefined
  const within = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (isOver) throw new Error('the transaction is over')
    try {
      return await run()
    } catch (error) {
      // what follows from it may be heard of before it
      if (!isAborted(error)) cause ??= { error }
      throw error
    }
  }
  return {
    runner: {
      run: (statement) => within(() => target.run(statement)),
      script: (text) => within(() => target.script(text)),
      isSpread: () => target.isSpread?.() ?? false,
    },
    end: () => {
      isOver = true
    },
    causeOf: (error) => (isAborted(error) && cause ? cause.error : error),
  }
}

/** in_failed_sql_transaction: of statements that travelled together, those after the one that failed. */
const isAborted = (error: unknown): boolean => propertiesOf(error).code === '25P02'
