import type { Deps } from '#deps.ts'
import { hashesAtOnce } from '#platform/crypto/hash-threads.ts'
import type { StoredPassword } from '#platform/crypto/password.ts'
import { isPlanned, type PlannedPerson, type PlannedRow } from './plan.ts'

/** Somebody whose password is ready to be stored, if they bring one. */
export type HashedPerson = PlannedPerson & { password: StoredPassword | undefined }

/**
 * Makes of each hash what is stored, as many at once as the cores can do.
 * @param wrapsAll also those that are slow by themselves
 */
export const adoptPasswords = async (
  { passwords }: Pick<Deps, 'passwords'>,
  rows: readonly PlannedRow[],
  { wrapsAll = false, atOnce = hashesAtOnce }: { wrapsAll?: boolean; atOnce?: number } = {},
): Promise<HashedPerson[]> => {
  const people = rows.filter(isPlanned)
  const hashed: HashedPerson[] = []
  const left = people.entries()
  // each takes the next one as soon as it is free
  const takeTurns = async () => {
    for (const [at, planned] of left)
      hashed[at] = { ...planned, password: await adopted(passwords, planned, wrapsAll) }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  return hashed
}

const adopted = async (
  passwords: Deps['passwords'],
  { person: { password }, userId }: PlannedPerson,
  wrapsAll: boolean,
): Promise<StoredPassword | undefined> => {
  if (!password) return undefined
  if ('native' in password) return { userId, ...password.native }
  return passwords.adopt(password.foreign, userId, { wrapsAll })
}
