import { identityName } from '../batch/taken.ts'
import type { MovedPerson } from '../rows/read-person.ts'
import { RowFault } from '../rows/row-fault.ts'
import { fingerprints } from './fingerprints.ts'

/** Remembers who was in a file, so that nobody comes in twice. */
export const seenPeople = () => {
  const seen = fingerprints()
  return {
    /** @returns what is wrong if anything that is one person's was another line's */
    add: (person: MovedPerson): RowFault | undefined => {
      const isSecond = namesOf(person).map(seen.add).includes(false)
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
