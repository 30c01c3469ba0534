import type { Actor } from '#accounts/events/events.ts'
import type { Deps } from '#deps.ts'
import { adoptPasswords } from './batch/adopt-passwords.ts'
import { type OnConflict, planRows, settledIn } from './batch/plan.ts'
import { writeBatch } from './batch/write-batch.ts'
import { seenPeople } from './file/seen.ts'
import { type RowResult, rowOf } from './rows/row.ts'
import { RowFault } from './rows/row-fault.ts'

/** Those who sign in meanwhile hash, too. */
const hashesAtOnce = 1

/** Brings a few people here. Nobody with a service key opens an account that its owner has proven. @returns what became of each, in their order */
export const importPeople = async (
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'passwords'>,
  people: readonly unknown[],
  { onConflict, actor }: { onConflict: OnConflict; actor: Actor },
): Promise<RowResult[]> => {
  const seen = seenPeople()
  const rows = people.map((value, at) => {
    const row = rowOf(at + 1, () => value)
    const fault = row.person instanceof RowFault ? undefined : seen.add(row.person)
    return fault ? { ...row, person: fault } : row
  })
  const planned = await planRows(deps, rows, onConflict)
  const hashed = await adoptPasswords(deps, planned, { atOnce: hashesAtOnce })
  const results = settledIn(planned)
  for await (const written of writeBatch(deps, hashed, { actor, opensProven: false }))
    results.push(...written)
  return results.sort((one, other) => one.line - other.line)
}
