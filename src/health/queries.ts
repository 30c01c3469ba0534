import type { Runner } from '../db/db.ts'
import { sql } from '../db/sql.ts'

/** Asks the database for a sign of life. @throws 503 without one */
export const touchDatabase = async (runner: Runner): Promise<void> => {
  await runner.run(sql`select 1`)
}
