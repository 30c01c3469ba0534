import { anyRow, type Db } from './db.ts'

/** Whether a key has signed with it, or an account exists. */
export const isInUse = (db: Db): Promise<boolean> =>
  anyRow(db, 'isInUse')`
    select 1
    where exists (select 1 from key_ids) or exists (select 1 from users)`
