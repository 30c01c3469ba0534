import type { Sealed } from '../../platform/db/key-check.ts'
import { sql } from '../../platform/db/sql.ts'

export const sealedPasswords: Sealed = {
  what: 'passwords',
  keyIds: sql`select pepper_id as id from passwords`,
}
