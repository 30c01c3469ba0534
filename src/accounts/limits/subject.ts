import { createHash } from 'node:crypto'
import { uuidText } from '../../platform/crypto/id.ts'

/** Ids for what is counted and is no user. */
export const subjectOf = {
  // All bits of the digest, so that nobody finds two that share a counter: an address that has an account would betray
  // itself by its neighbour's. No key: a rotation would begin to count anew.
  /** Of an e-mail address, whether it has an account or not. */
  email: (canonical: string): string => uuidText(digest(`mailbox ${canonical}`)),
  /** Of changes by the owner, kept when attempts are forgotten. */
  changes: (userId: string): string => uuidText(digest(`changes ${userId}`)),
  address: (bucket: string): string => uuidText(digest(`address ${bucket}`)),
}

const digest = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16)
