import { timingSafeEqual } from 'node:crypto'
import type { KeyRing, Keys } from '../../platform/crypto/keys.ts'
import { typedCodeDigest } from '../../platform/crypto/typed-code.ts'
import type { MailedCodeKey } from './token.ts'

/** Bound to the challenge: a code that somebody else asked for is another. */
export const signInCodeDigest = (
  keys: Keys,
  { digest }: Pick<MailedCodeKey, 'digest'>,
  code: string,
): Buffer => typedCodeDigest(keys.mailedCode, `sign-in ${Buffer.from(digest).toString('hex')}`, code)

/** Compared with a digest under each key, because a code may outlive a rotation. */
export const isSignInCode = (
  ring: KeyRing,
  key: Pick<MailedCodeKey, 'digest'>,
  code: string,
  stored: Uint8Array | null,
): boolean =>
  // every key, and the same work where none was mailed
  ring
    .map((keys) => signInCodeDigest(keys, key, code))
    .map((digest) => timingSafeEqual(digest, stored ?? Buffer.alloc(digest.length)))
    .includes(true) && stored !== null
