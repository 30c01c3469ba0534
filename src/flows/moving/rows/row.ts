import type { MovedPerson } from './read-person.ts'
import { readPerson } from './read-person.ts'
import { type FaultCode, RowFault } from './row-fault.ts'

/** A person of a file, or what is wrong with their line. */
export type Row = { line: number; email: string | null; person: MovedPerson | RowFault }

export type RowOutcome = 'imported' | 'added' | 'skipped' | 'failed'

/** What became of a line. */
export type RowResult = {
  line: number
  email: string | null
  outcome: RowOutcome
  reason: FaultCode | 'nothing_missing' | null
  message: string | null
  userId: string | null
}

/** @param read gives what stands in the line. @throws whatever isn't wrong with the line */
export const rowOf = (line: number, read: () => unknown): Row => {
  let value: unknown
  try {
    value = read()
    const person = readPerson(value)
    return { line, email: person.email.typed, person }
  } catch (fault) {
    if (!(fault instanceof RowFault)) throw fault
    return { line, email: emailIn(value), person: fault }
  }
}

/** Of a line that cannot be read otherwise, so that its person is found. */
const emailIn = (value: unknown): string | null => {
  const { email } = Object(value)
  return typeof email === 'string' ? email.slice(0, 254) : null
}

export const failed = (
  { line, email }: Pick<Row, 'line' | 'email'>,
  { code, message }: RowFault,
): RowResult => ({
  ...{ line, email, outcome: 'failed', reason: code, message, userId: null },
})
