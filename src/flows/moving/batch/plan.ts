import type { Deps } from '#deps.ts'
import { newId } from '#platform/crypto/id.ts'
import { keysById } from '#platform/crypto/keys.ts'
import type { MovedPerson } from '../rows/read-person.ts'
import { failed, type Row, type RowResult } from '../rows/row.ts'
import { RowFault } from '../rows/row-fault.ts'
import { type Conflicts, findTaken, identityName } from './taken.ts'

/** What to do with somebody who is here already: never overwrites. `add` fills in what is missing. */
export const onConflicts = ['fail', 'skip', 'add'] as const
export type OnConflict = (typeof onConflicts)[number]

/** Somebody who gets an account, or to whose account something may be added. */
export type PlannedPerson = { row: Row; person: MovedPerson; userId: string; isNew: boolean }

/** What will be done with a row, or what has become of it. */
export type PlannedRow = PlannedPerson | RowResult

export const isPlanned = (row: PlannedRow): row is PlannedPerson => 'person' in row

/** Those with which nothing is left to do. */
export const settledIn = (rows: readonly PlannedRow[]): RowResult[] =>
  rows.flatMap((row) => (isPlanned(row) ? [] : row))

/** Changes nothing. */
export const planRows = async (
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  rows: readonly Row[],
  onConflict: OnConflict,
): Promise<PlannedRow[]> => {
  const people = rows.flatMap(({ person }) => (person instanceof RowFault ? [] : person))
  // on one connection: others need some, too
  const taken = await db.transaction((runner) => findTaken(runner, people))
  return rows.map((row) => {
    const { person } = row
    if (person instanceof RowFault) return failed(row, person)
    const owner = taken.emails.get(person.email.canonical)
    const isAdded = owner !== undefined && !owner.isHeld && onConflict === 'add'
    const fault = hashFault(person, keys, isAdded ? owner.userId : person.id)
    if (fault) return failed(row, fault)
    const conflict = conflictOf(person, taken, isAdded ? owner.userId : undefined)
    if (!conflict) return { row, person, userId: owner?.userId ?? person.id ?? newId(now()), isNew: !isAdded }
    return onConflict === 'skip' ? { ...failed(row, conflict), outcome: 'skipped' } : failed(row, conflict)
  })
}

/** A native hash is bound to its owner's id, and to a key. */
const hashFault = (
  { id, password }: MovedPerson,
  keys: Deps['keys'],
  ownerId: string | undefined,
): RowFault | undefined => {
  if (!password || !('native' in password)) return
  if (id === undefined)
    return new RowFault('bad_hash', 'a hash of another Sallyport needs the id of its owner')
  if (id !== ownerId)
    return new RowFault('bad_hash', 'the hash is bound to another id than the account has here')
  if (!keysById(keys, password.native.pepperId))
    return new RowFault('bad_hash', 'SECRET_KEY lacks the key that this hash was made with')
  return undefined
}

/** @param to the account that something is added to, whose own things are no conflict */
const conflictOf = (
  { id, email, externalId, identities }: MovedPerson,
  taken: Conflicts,
  to: string | undefined,
): RowFault | undefined => {
  if (taken.emails.has(email.canonical) && to === undefined)
    return new RowFault('email_taken', 'there is an account with this address, or there was until recently')
  const isOthers = (owner: string | undefined) => owner !== undefined && owner !== to
  if (externalId !== undefined && isOthers(taken.externalIds.get(externalId)))
    return new RowFault('external_id_taken', 'another account has this external id')
  if (identities.some((identity) => isOthers(taken.identities.get(identityName(identity)))))
    return new RowFault('identity_taken', 'an identity is linked to another account')
  if (id !== undefined && taken.ids.has(id) && id !== to)
    return new RowFault('id_taken', 'there is an account with this id, or there was')
  return undefined
}
