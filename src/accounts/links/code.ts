import { createHmac } from 'node:crypto'
import type { KeyRing, Keys } from '../../platform/crypto/keys.ts'
import { newTypedCode, normalTypedCode } from '../../platform/crypto/typed-code.ts'

const characters = 8

/** 40 bits, to type where no link can be opened. Enough, because wrong codes are counted. */
export const newMailedCode = (): string => newTypedCode(characters)

/** Keyed, because 40 bits could be searched, and bound to the mailbox. */
export const mailedCodeDigest = (keys: Keys, canonical: string, code: string): Buffer =>
  createHmac('sha256', keys.mailedCode)
    .update(`${canonical} ${normalTypedCode(code)}`)
    .digest()

export const mailedCodeDigests = (ring: KeyRing, canonical: string, code: string): Buffer[] =>
  ring.map((keys) => mailedCodeDigest(keys, canonical, code))
