import type { Runner } from '../../src/platform/db/db.ts'
import { query, type Statement } from '../../src/platform/db/sql.ts'

/** A statement of a test, which declares the type of its rows. */
export const sql = (strings: TemplateStringsArray, ...inserted: unknown[]): Statement<never> =>
  query('a test')(strings, ...inserted)

/** Its first row, if any. */
export const first = async <Row>(runner: Runner, statement: Statement<Row>): Promise<Row | undefined> =>
  (await runner.run(statement))[0]

/** Its rows. */
export const many = <Row>(runner: Runner, statement: Statement<Row>): Promise<Row[]> => runner.run(statement)
