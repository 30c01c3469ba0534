import assert from 'node:assert/strict'
import { foundRecords } from '../../src/flows/moving/from/found-records.ts'
import { origins } from '../../src/flows/moving/from/index.ts'
import { type MovedPerson, readPerson } from '../../src/flows/moving/rows/read-person.ts'
import { RowFault } from '../../src/flows/moving/rows/row-fault.ts'
import { matchesForeign } from '../../src/platform/crypto/foreign/foreign-hash.ts'

type From = { origin: string; secret?: string; isCsv?: boolean }

/** Who stands in an export. */
export const readExport = async (
  text: string,
  { origin, secret, isCsv = false }: From,
): Promise<(MovedPerson | RowFault)[]> => {
  const chunks = async function* () {
    yield Buffer.from(text)
  }
  const people: (MovedPerson | RowFault)[] = []
  for await (const record of foundRecords(chunks(), { isCsv, origin: origins[origin], secret })) {
    try {
      people.push(readPerson(record.read()))
    } catch (fault) {
      assert.ok(fault instanceof RowFault, String(fault))
      people.push(fault)
    }
  }
  return people
}

export const readOne = async (value: unknown, from: From): Promise<MovedPerson> => {
  const [person] = await readExport(JSON.stringify(value), from)
  assert.ok(person && !(person instanceof RowFault), String(person))
  return person
}

export const isPassword = async ({ password }: MovedPerson, text: string) =>
  password !== undefined && 'foreign' in password && matchesForeign(password.foreign, text)
