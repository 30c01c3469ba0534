import { createHash } from 'node:crypto'
import { uuidText } from '../crypto/id.ts'

// Made-up e-mail addresses cost their inventor nothing, so they share a million counters. That two of them fall
// together harms nobody: neither has an account.
const emailCounters = 2 ** 20

/** Ids for what is counted and is no user. */
export const subjectOf = {
  /** Of an address, whether it has an account or not. */
  email: (canonical: string): string => uuidText(digest(`mailbox ${canonical}`)),
  /** Of what an owner does, apart from what others try: to forget the one never forgets the other. */
  changes: (userId: string): string => uuidText(digest(`changes ${userId}`)),
  address: (bucket: string): string => uuidText(digest(`address ${bucket}`)),
  unknownEmail: (canonical: string): string => {
    const counter = digest(`email ${canonical}`).readUInt32BE() % emailCounters
    return uuidText(digest(`counter ${counter}`))
  },
}

const digest = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16)
