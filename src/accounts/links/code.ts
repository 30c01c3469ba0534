import { createHmac } from 'node:crypto'
import type { KeyRing, Keys } from '../../platform/crypto/keys.ts'
import { newTypedCode, normalTypedCode } from '../../platform/crypto/typed-code.ts'

const characters = 8

/** A new code of 40 bits to type where no link can be pressed. It is that short because wrong ones are counted. */
export const newMailedCode = (): string => newTypedCode(characters)

/** What a code is stored by: keyed, because 40 bits could be tried through, and bound to the mailbox that it went to. */
export const mailedCodeDigest = (keys: Keys, canonical: string, code: string): Buffer =>
  createHmac('sha256', keys.mailedCode)
    .update(`${canonical} ${normalTypedCode(code)}`)
    .digest()

/** The same for every key in use. */
export const mailedCodeDigests = (ring: KeyRing, canonical: string, code: string): Buffer[] =>
  ring.map((keys) => mailedCodeDigest(keys, canonical, code))
