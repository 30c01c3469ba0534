import { keepAnswer } from '../../credentials/identities/queries/transactions.ts'
import type { Deps } from '../../deps.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { digestOf } from './browser.ts'

/**
 * Keeps the answer that a provider has a browser post, because a form from another site brings no cookie, and its code may
 * be too long for an address.
 * @returns the `state`, if it is one of ours
 */
export const keepPosted = async (
  { db, keys }: Deps,
  provider: string,
  form: URLSearchParams,
): Promise<string | undefined> => {
  const [state, ...others] = form.getAll('state')
  if (state === undefined || others.length > 0) return
  const known = new URLSearchParams([...form].filter(([name]) => fields.has(name)))
  const digest = digestOf(state)
  const answer = seal(keys, Buffer.from(String(known)), ownerOf(digest))
  return (await keepAnswer(db, { digest, provider, answer })) ? state : undefined
}

/** The kept answer, for a browser that returns with only the `state`. */
export const orPosted = (
  { keys }: Deps,
  answer: URLSearchParams,
  { digest, kept }: { digest: Uint8Array; kept: Uint8Array | null },
): URLSearchParams => {
  const posted = answer.size === 1 && kept ? unseal(keys, kept, ownerOf(digest)) : undefined
  return posted ? new URLSearchParams(posted.toString()) : answer
}

// RFC 6749 §4.1.2, RFC 9207; Apple's form also has the person's name
const fields = new Set(['code', 'state', 'iss', 'error', 'error_description'])

const ownerOf = (digest: Uint8Array) => `answer ${Buffer.from(digest).toString('hex')}`
