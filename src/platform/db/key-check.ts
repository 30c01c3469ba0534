import { type KeyRing, keysById } from '../crypto/keys.ts'
import { type Db, onlyRow, type Runner, run } from './db.ts'
import type { Fragment } from './sql.ts'

/** Values that only their own key can read or check. A sealed value begins with the key's id. */
export type Sealed = {
  /** What they are counted as when they are lost. */
  what: string
  /** Selects the key of each that is still needed, as `id`. */
  keyIds: Fragment
}

/**
 * Refuses to start without a key that stored data needs, because passwords would merely look wrong. Records the
 * signing key as used.
 * @param name the setting that gave the key, for the message
 * @param acceptsLoss start anyway, and return what is lost, such as `passwords: 3`
 * @throws otherwise, with the same counts
 */
export const checkKeys = async (
  db: Db,
  keys: KeyRing,
  { sealed, name, acceptsLoss }: { sealed: readonly Sealed[]; name: string; acceptsLoss: boolean },
): Promise<string | undefined> => {
  const { lost, fault } = await findLost(db, keys, { sealed, name })
  if (!acceptsLoss && fault) throw new Error(`${fault} ${lostKeyRemedy}`)
  if (!lost) await forgetDone(db, idsOf(keys))
  await run(db, 'noteKey')`
    insert into key_ids (id)
    values (${keys[0].id})
    on conflict (id) do update
    set last_used_at = now()`
  return lost || undefined
}

export const lostKeyRemedy =
  'Append it to SECRET_KEY, separated by a comma; or set ACCEPT_LOST_KEYS=on to start without it.'

/** Changes nothing. @returns what can no longer be read, if anything, with a message */
export const findLost = async (
  db: Db,
  keys: KeyRing,
  { sealed, name }: { sealed: readonly Sealed[]; name: string },
): Promise<{ lost: string; fault: string | undefined }> => {
  const used = await run(db, 'findLost')<{ id: Uint8Array }>`
    select id from key_ids order by last_used_at desc`
  const isAnother = used[0] !== undefined && !keysById(keys, used[0].id)
  // nothing to count while no key was removed
  const lost = used.some(({ id }) => !keysById(keys, id))
    ? await db.transaction((runner) => countLost(runner, sealed, idsOf(keys)), { isPatient: true })
    : ''
  return { lost, fault: isAnother || lost ? faultOf(name, isAnother, lost) : undefined }
}

const idsOf = (keys: KeyRing) => keys.map(({ id }) => id)

const faultOf = (name: string, isAnother: boolean, lost: string) =>
  [
    isAnother
      ? `${name} is not the key that this database was used with.`
      : `${name} lacks a key that this database still needs.`,
    lost && `Without it these cannot be read (${lost}).`,
  ]
    .filter(Boolean)
    .join(' ')

// reads whole tables, once per start after a key was removed, so without a timeout
const countLost = async (runner: Runner, sealed: readonly Sealed[], known: Uint8Array[]): Promise<string> => {
  await runner.script('set local enable_seqscan = on')
  const counts: string[] = []
  for (const { what, keyIds } of sealed) {
    const { rows } = await onlyRow(runner, 'countLost')<{ rows: number }>`
      select count(*)::integer as rows from (${keyIds}) as made where id <> all(${known}::bytea[])`
    if (rows) counts.push(`${what}: ${rows}`)
  }
  return counts.join(', ')
}

// kept for a month, for processes that still sign with a key that was removed here
const forgetDone = (db: Db, known: Uint8Array[]) =>
  run(db, 'forgetKeys')`
    delete from key_ids
    where id <> all(${known}::bytea[]) and last_used_at < now() - interval '30 days'`
