import { type Db, first } from './db.ts'
import { query } from './sql.ts'

/** Whether a key has signed with it, or an account exists. */
export const isInUse = async (db: Db): Promise<boolean> => {
  const found = await first(
    db,
    query('isInUse')`
      select 1
      where exists (select from key_ids) or exists (select from users)`,
  )
  return found !== undefined
}
