import type { Counts } from '../queries.ts'
import type { MovedPerson } from '../rows/read-person.ts'
import type { Row, RowResult } from '../rows/row.ts'
import { RowFault } from '../rows/row-fault.ts'

/** Adds what became of rows to what is counted: by outcome, by reason, and of those who came or would come, what they bring. */
export const tallied = (
  counts: Counts,
  rows: ReadonlyMap<number, Row>,
  results: readonly RowResult[],
): Counts => {
  const sums = { ...counts }
  const count = (name: string) => {
    sums[name] = (sums[name] ?? 0) + 1
  }
  for (const { line, outcome, reason } of results) {
    count(outcome)
    if (reason !== null) count(`reason.${reason}`)
    const person = rows.get(line)?.person
    if (!person || person instanceof RowFault || !['imported', 'added'].includes(outcome)) continue
    for (const name of broughtBy(person)) count(name)
  }
  return sums
}

const broughtBy = ({ password, apps, emailVerified, identities }: MovedPerson) => {
  const brings = password !== undefined || apps.length > 0 || identities.length > 0
  return [
    `scheme.${schemeOf(password)}`,
    ...(apps.length > 0 ? ['totp'] : []),
    ...(apps.some(({ backupCodes }) => backupCodes.length > 0) ? ['backupCodes'] : []),
    ...(emailVerified ? [] : ['unverified']),
    // what the first proof of their mailbox takes away
    ...(emailVerified || !brings ? [] : ['unverifiedWithCredentials']),
  ]
}

const schemeOf = (password: MovedPerson['password']) => {
  if (!password) return 'none'
  return 'native' in password ? 'sallyport' : password.foreign.scheme
}
