import { type KeyRing, keysById } from '../crypto/keys.ts'
import { type Db, first, many, type Runner } from './db.ts'
import { type Statement, sql } from './sql.ts'

/**
 * Refuses to start without a key that stored data needs, because those passwords would merely look wrong. Records the
 * signing key as used.
 * @param name what the key was given by, for the message
 * @param acceptsLoss start anyway, and return what is lost, such as `passwords: 3`
 * @throws otherwise, with the same counts
 */
export const checkKeys = async (
  db: Db,
  keys: KeyRing,
  { name = 'SECRET_KEY', acceptsLoss = false } = {},
): Promise<string | undefined> => {
  const known = keys.map(({ id }) => id)
  const used = await many<{ id: Uint8Array }>(db, sql`select id from key_ids order by last_used_at desc`)
  const isAnother = used[0] !== undefined && !keysById(keys, used[0].id)
  // nothing to count while no key has left
  const lost = used.some(({ id }) => !keysById(keys, id))
    ? await db.transaction((runner) => countLost(runner, known), { isPatient: true })
    : ''
  if (!acceptsLoss && (isAnother || lost)) throw lostKey(name, isAnother, lost)
  if (!lost) await db.run(forgetDone(known))
  await db.run(sql`
    insert into key_ids (id)
    values (${keys[0].id})
    on conflict (id) do update
    set last_used_at = now()`)
  return lost || undefined
}

const lostKey = (name: string, isAnother: boolean, lost: string) =>
  new Error(
    [
      isAnother
        ? `${name} is not the key that this database was used with.`
        : `${name} lacks a key that this database still needs.`,
      lost && `Without it these cannot be read (${lost}).`,
      'Append it to SECRET_KEY, separated by a comma; or set ACCEPT_LOST_KEYS=on to start without it.',
    ]
      .filter(Boolean)
      .join(' '),
  )

/** Which key each row needs; sealed values begin with its id. */
const made: [name: string, table: Statement, keyId: Statement, isWanted: Statement][] = [
  ['passwords', sql`passwords`, sql`pepper_id`, sql`true`],
  ['authenticator apps', sql`totp_factors`, sql`substr(sealed_secret, 1, 2)`, sql`true`],
  ['enrolments', sql`totp_enrolments`, sql`substr(sealed_secret, 1, 2)`, sql`expires_at > now()`],
  ['two-factor resets', sql`two_factor_resets`, sql`substr(sealed_token, 1, 2)`, sql`true`],
  ['mails', sql`outbox`, sql`substr(sealed, 1, 2)`, sql`sealed is not null and ended_at is null`],
]

// reads whole tables, once for each start after a key has left, so without a timeout
const countLost = async (runner: Runner, known: Uint8Array[]): Promise<string> => {
  await runner.script('set local enable_seqscan = on')
  const counts: string[] = []
  for (const [name, table, keyId, isWanted] of made) {
    const row = await first<{ rows: number }>(
      runner,
      sql`select count(*)::integer as rows from ${table} where ${isWanted} and ${keyId} <> all(${known}::bytea[])`,
    )
    if (row?.rows) counts.push(`${name}: ${row.rows}`)
  }
  return counts.join(', ')
}

// kept for a month, for processes that still sign with a key that has left here
const forgetDone = (known: Uint8Array[]) => sql`
  delete from key_ids
  where id <> all(${known}::bytea[]) and last_used_at < now() - interval '30 days'`
