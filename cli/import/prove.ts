import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { canonicalEmail } from '../../src/accounts/users/canonical-email.ts'
import type { FoundRecord } from '../../src/flows/moving/file/json-lines.ts'
import type { MovedPerson } from '../../src/flows/moving/rows/read-person.ts'
import { rowOf } from '../../src/flows/moving/rows/row.ts'
import { RowFault } from '../../src/flows/moving/rows/row-fault.ts'
import { matchesForeign } from '../../src/platform/crypto/foreign/foreign-hash.ts'
import { addressIn } from '../users/find-user.ts'

/**
 * Checks a password that is known against what the file says of somebody, before anything is written: a mapping can be wrong
 * in a way that fails every sign-in a week later.
 * @throws unless it is right
 */
export const proveMapping = async (email: string, records: AsyncIterable<FoundRecord>): Promise<void> => {
  const person = await findPerson(addressIn(email).canonical, records)
  if (person instanceof RowFault)
    throw new Error(`The line of ${email} is wrong: ${person.message}. Nothing was written.`)
  const password = person?.password
  if (!password || !('foreign' in password))
    throw new Error(`The file has no password of ${email} to prove. Nothing was written.`)
  const typed = await askPassword(`Password of ${email} in the other system: `)
  if (!(await matchesForeign(password.foreign, typed)))
    throw new Error(
      `This is not the password of ${email}, or the file says wrongly how it was hashed. Nothing was written.`,
    )
}

const findPerson = async (
  canonical: string,
  records: AsyncIterable<FoundRecord>,
): Promise<MovedPerson | RowFault | undefined> => {
  for await (const { line, read } of records) {
    const { email, person } = rowOf(line, read)
    if (canonicalEmail(email ?? '')?.canonical === canonical) return person
  }
  return undefined
}

/** One line of the standard input, which a terminal doesn't show. */
const askPassword = async (question: string): Promise<string> => {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY === true,
  })
  try {
    for await (const line of lines) return line
    throw new Error('No password was typed. Nothing was written.')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
