import { query, type Statement } from '../../src/platform/db/sql.ts'

/** A statement of a test. Its rows are what the test says they are. */
export const sql = (strings: TemplateStringsArray, ...inserted: unknown[]): Statement<never> =>
  query('a test')(strings, ...inserted)
