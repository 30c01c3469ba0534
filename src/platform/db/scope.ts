import { propertiesOf } from '../properties-of.ts'
import type { Runner } from './db.ts'

/** Guards one transaction: nothing runs once it is over, and its first failure is its cause. */
type Scope = {
  runner: Runner
  /** Call it before the transaction is committed or rolled back. */
  end(): void
  causeOf(error: unknown): unknown
}

/**
 * When statements are sent together, one may fail before others are sent. These must not run after the rollback, by
 * themselves or in somebody else's transaction.
 */
export const scopeOf = (target: Runner): Scope => {
  let isOver = false
  let cause: { error: unknown } | undefined
  const within = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (isOver) throw new Error('the transaction is over')
    try {
      return await run()
    } catch (error) {
      // a consequence may arrive before its cause
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

/** in_failed_sql_transaction: sent together with the statement that failed, and after it. */
const isAborted = (error: unknown): boolean => propertiesOf(error).code === '25P02'
