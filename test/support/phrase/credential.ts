import type { CodeFactor, SecondFactor } from '#credentials/credential.ts'
import { sha256 } from '#platform/crypto/hmac.ts'
import { deletePhrase, hadPhrase, hasPhrase, isPhrase } from './queries.ts'

export const digestOf = (said: string): Uint8Array => sha256(Buffer.from(said))

/** A second factor that nobody should have: two words, reusable. */
export const phrase: CodeFactor & SecondFactor = {
  kind: 'phrase',
  proves: 'second',
  amr: ['kba'],
  standsAlone: true,
  isSetUp: hasPhrase,
  wasSetUp: hadPhrase,
  looksLike: (code) => /^[a-z]+ [a-z]+$/.test(code),
  check: async (deps, userId, code) =>
    (await isPhrase(deps.db, userId, digestOf(code))) ? { spend: async () => undefined } : 'wrong',
  deleteAll: deletePhrase,
  deleteSince: deletePhrase,
}
