import { randomBytes } from 'node:crypto'
import { type KeyRing, keysById } from '../crypto/keys.ts'
import type { RowKey } from '../crypto/row-seals.ts'
import { isSealedAnew, seal, unseal } from '../crypto/seal.ts'
import { day } from '../seconds.ts'
import { type Db, firstRow, type Runner, run } from './db.ts'
import type { Sealed } from './key-check.ts'
import type { Sealing } from './seal-rows.ts'
import { sql } from './sql.ts'

const owner = 'row key'
const keyBytes = 32
/** How long a previous version may run beside this one, with rows waiting to be sealed. */
const adoptingMs = day * 1_000

type Opening = {
  /** Whether the database had any data before this start. */
  wasInUse: boolean
  /** Whether a key is as old as databases without row keys. If none is, a missing row key must have been removed. */
  hasOldKey: boolean
  /** Accept and seal rows that no known key has sealed. */
  acceptsLoss: boolean
  sealings: readonly Sealing[]
  nowMs: number
}

/**
 * Opens the key of the rows, or creates it. A database of an earlier version has none: for a day, its rows are
 * accepted and sealed, and never again.
 * @returns it, and whether rows are accepted from now on that were not before
 * @throws if it was removed or changed
 */
export const openRowKey = async (
  db: Db,
  ring: KeyRing,
  { wasInUse, hasOldKey, acceptsLoss, sealings, nowMs }: Opening,
): Promise<RowKey & { adoptsFromNow: boolean }> => {
  const stored = await findRowKey(db)
  const opened = stored && unsealed(ring, stored)
  if (opened && !acceptsLoss) {
    if (!isSealedAnew(ring, stored)) await replaceRowKey(db, stored, sealedKey(ring, opened))
    return { ...opened, adoptsFromNow: false }
  }
  if (!acceptsLoss && (stored || (wasInUse && !hasOldKey))) throw isGone(stored)
  const adoptsUntilMs = wasInUse ? nowMs + adoptingMs : 0
  const made = { key: opened?.key ?? randomBytes(keyBytes), adoptsUntilMs }
  // rows sealed by the lost key are sealed again
  if (!opened && wasInUse) for (const { unsealAll } of sealings) await unsealAll(db)
  if (stored) await replaceRowKey(db, stored, sealedKey(ring, made))
  else await insertRowKey(db, sealedKey(ring, made))
  // of processes that start together, another was first
  const kept = unsealed(ring, (await findRowKey(db)) ?? Buffer.alloc(0))
  if (!kept) throw isGone(stored)
  return { ...kept, adoptsFromNow: wasInUse }
}

/** For a read-only check. @returns undefined if there is none, or it does not open */
export const lookAtRowKey = async (runner: Runner, ring: KeyRing): Promise<RowKey | undefined> => {
  const stored = await findRowKey(runner)
  return stored && unsealed(ring, stored)
}

const isGone = (stored: Uint8Array | undefined) =>
  new Error(
    `The key in row_keys ${stored ? 'was changed' : 'is missing'}, so that nobody can tell which rows were made without SECRET_KEY. Restore the database from a back-up; or set ACCEPT_LOST_KEYS=on to start and accept all rows that there are.`,
  )

const sealedKey = (ring: KeyRing, { key, adoptsUntilMs }: RowKey) => {
  const plain = { key: Buffer.from(key).toString('base64url'), adoptsUntilMs }
  return seal(ring, Buffer.from(JSON.stringify(plain)), owner)
}

const unsealed = (ring: KeyRing, stored: Uint8Array): RowKey | undefined => {
  const plain = keysById(ring, stored) && unseal(ring, stored, owner)
  if (!plain) return
  const { key, adoptsUntilMs } = JSON.parse(plain.toString())
  return { key: Buffer.from(key, 'base64url'), adoptsUntilMs }
}

const findRowKey = async (runner: Runner): Promise<Uint8Array | undefined> =>
  (await firstRow(runner, 'findRowKey')<{ sealed: Uint8Array }>`select sealed from row_keys`)?.sealed

const insertRowKey = (runner: Runner, sealed: Uint8Array) =>
  run(runner, 'insertRowKey')`insert into row_keys (sealed) values (${sealed}) on conflict do nothing`

const replaceRowKey = (runner: Runner, former: Uint8Array, sealed: Uint8Array) =>
  run(runner, 'replaceRowKey')`update row_keys set sealed = ${sealed} where sealed = ${former}`

export const sealedRowKey: Sealed = {
  what: 'key of the rows',
  keyIds: sql`select substr(sealed, 1, 2) as id from row_keys`,
}
