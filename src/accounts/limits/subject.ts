import { createHash } from 'node:crypto'
import { uuidText } from '../../platform/crypto/id.ts'

/** Digests, so that a count which a race leaves behind after its account names nobody. */
export const subjectOf = {
  user: (userId: string): string => uuidText(digest(`user ${userId}`)),
  // All bits of the digest: if two addresses shared a counter, one with an account would betray itself.
  // No key: a rotation would reset the counts.
  email: (canonical: string): string => uuidText(digest(`mailbox ${canonical}`)),
  /** Of changes by the owner, which outlive cleared attempts. */
  changes: (userId: string): string => uuidText(digest(`changes ${userId}`)),
  serviceKey: (id: string): string => uuidText(digest(`service key ${id}`)),
  /** Of everybody together. */
  everybody: uuidText(createHash('sha256').update('everybody').digest().subarray(0, 16)),
  address: (bucket: string): string => uuidText(digest(`address ${bucket}`)),
}

const digest = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16)
