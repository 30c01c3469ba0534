import { type KeyRing, keysById } from '../crypto/keys.ts'
import { type Db, first } from './db.ts'
import { sql } from './sql.ts'

/**
 * Refuses to start without the key that signed last: every password would look wrong, and nobody would know why. Notes the key that signs as used.
 *
 * @throws when the database was used with another key
 */
export const checkKeys = async (db: Db, keys: KeyRing): Promise<void> => {
  const last = await first<{ id: Uint8Array }>(
    db,
    sql`select id from key_ids order by last_used_at desc limit 1`,
  )
  if (last && !keysById(keys, last.id)) {
    throw new Error(
      'SECRET_KEY is not the key that this database was used with. Give that one, or both with a comma to rotate.',
    )
  }
  await db.run(sql`
    insert into key_ids (id)
    values (${keys[0].id})
    on conflict (id) do update
    set last_used_at = now()`)
}
