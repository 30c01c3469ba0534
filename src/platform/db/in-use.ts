import { type Db, first } from './db.ts'
import { sql } from './sql.ts'

/** Whether a key has signed with it, or an account exists. */
export const isInUse = async (db: Db): Promise<boolean> => {
  const found = await first(
    db,
    sql`
      select 1
      where exists (select from key_ids) or exists (select from users)`,
  )
  return found !== undefined
}
