import { type KeyRing, keysById } from '../crypto/keys.ts'
import { type Db, many } from './db.ts'
import { sql } from './sql.ts'

/**
 * Refuses to start with other keys than the database was used with: every password would look wrong, and nobody would
 * know why. Notes the key that signs as used.
 *
 * @throws when the database was used with keys, and none of these is among them
 */
export const checkKeys = async (db: Db, keys: KeyRing): Promise<void> => {
  const used = await many<{ id: Uint8Array }>(db, sql`select id from key_ids`)
  const isKnown = used.some(({ id }) => keysById(keys, id))
  if (used.length > 0 && !isKnown) {
    throw new Error(
      'SECRET_KEY is not the key that this database was used with. Give that one, or both with a comma to rotate.',
    )
  }
  await db.run(sql`insert into key_ids (id) values (${keys[0].id}) on conflict do nothing`)
}
