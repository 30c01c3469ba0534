import { createHash } from 'node:crypto'
import { identityName } from '../batch/taken.ts'
import type { MovedPerson } from '../rows/read-person.ts'
import { RowFault } from '../rows/row-fault.ts'

const bytesKept = 12

/** Remembers who was in a file, in some sixty bytes each, so that nobody comes in twice. */
export const seenPeople = () => {
  const seen = new Set<string>()
  return {
    /** @returns what is wrong if anything that is one person's was another line's */
    add: (person: MovedPerson): RowFault | undefined => {
      const names = namesOf(person).map(shortened)
      const isSecond = names.some((name) => seen.has(name))
      for (const name of names) seen.add(name)
      return isSecond
        ? new RowFault(
            'duplicate_in_file',
            'an earlier line has the same address, external id, identity or id',
          )
        : undefined
    },
  }
}

const namesOf = ({ id, email, externalId, identities }: MovedPerson) => [
  `email ${email.canonical}`,
  ...(externalId === undefined ? [] : [`external ${externalId}`]),
  ...(id === undefined ? [] : [`id ${id}`]),
  ...identities.map((identity) => `identity ${identityName(identity)}`),
]

const shortened = (name: string) =>
  createHash('sha256').update(name).digest().subarray(0, bytesKept).toString('latin1')
