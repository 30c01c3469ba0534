import type { Actor, Event } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { UniqueViolation } from '#platform/db/failures.ts'
import { failed, type RowResult } from '../rows/row.ts'
import { type FaultCode, RowFault } from '../rows/row-fault.ts'
import { addToAccount } from './add-to-account.ts'
import type { HashedPerson } from './adopt-passwords.ts'
import { createPerson } from './create-person.ts'

type Given = Pick<Deps, 'db' | 'keys' | 'now'>

type Writing = {
  actor: Actor
  /** Whether those who have proven their address here get more than an external id. */
  opensProven: boolean
  /** Called in the transaction, with what it has written. */
  note?: (runner: Runner, results: readonly RowResult[]) => Promise<void>
}

/** How many people's statements are sent together. */
const underWay = 50

/**
 * Writes people in one transaction. If somebody else takes something of theirs at that moment, each gets one of their own.
 * @returns what became of each, after each commit
 */
export async function* writeBatch(
  deps: Given,
  people: readonly HashedPerson[],
  writing: Writing,
): AsyncGenerator<RowResult[]> {
  const written = await write(deps, people, writing).catch((error) => {
    if (!(error instanceof UniqueViolation)) throw error
    return error
  })
  const [first, ...others] = people
  if (!(written instanceof UniqueViolation)) yield written
  else if (first && others.length === 0) yield await refuse(deps, first, written, writing)
  else for (const person of people) yield* writeBatch(deps, [person], writing)
}

const write = (deps: Given, people: readonly HashedPerson[], { note, ...by }: Writing) =>
  deps.db.transaction(async (runner) => {
    const created = people.filter(({ isNew }) => isNew)
    // statements of all of them would lie in memory until the last is done
    for (let at = 0; at < created.length; at += underWay)
      await Promise.all(created.slice(at, at + underWay).map((person) => createPerson(deps, runner, person)))
    const added = new Map<HashedPerson, string[]>()
    for (const person of people)
      if (!person.isNew) added.set(person, await addToAccount(deps, runner, person, by))
    await recordEvent(runner, ...people.flatMap((person) => eventOf(person, added.get(person), by.actor)))
    const results = people.map((person) => resultOf(person, added.get(person)))
    await note?.(runner, results)
    return results
  })

const eventOf = ({ userId, person }: HashedPerson, added: string[] | undefined, actor: Actor): Event[] => {
  if (added?.length === 0) return []
  const detail = added ? { added } : { emailVerified: person.emailVerified }
  return [{ type: 'user.imported', userId, actor, detail }]
}

const resultOf = ({ row: { line, email }, userId }: HashedPerson, added: string[] | undefined): RowResult => {
  const told = { line, email, userId, message: null }
  if (added?.length === 0) return { ...told, outcome: 'skipped', reason: 'nothing_missing' }
  return { ...told, outcome: added ? 'added' : 'imported', reason: null }
}

const codes: Record<string, FaultCode> = {
  email_owners_pkey: 'email_taken',
  emails_pkey: 'email_taken',
  external_id_owners_pkey: 'external_id_taken',
  identity_owners_pkey: 'identity_taken',
  identities_pkey: 'identity_taken',
  users_pkey: 'id_taken',
}

const refuse = async (
  { db }: Given,
  { row }: HashedPerson,
  error: UniqueViolation,
  { note }: Writing,
): Promise<RowResult[]> => {
  const code = codes[error.constraint]
  if (!code) throw error
  const results = [failed(row, new RowFault(code, 'another account got it at the same moment'))]
  if (note) await db.transaction((runner) => note(runner, results))
  return results
}
