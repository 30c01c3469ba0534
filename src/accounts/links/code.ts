import type { KeyRing, Keys } from '../../platform/crypto/keys.ts'
import { newTypedCode, typedCodeDigest } from '../../platform/crypto/typed-code.ts'

const characters = 8

/** 40 bits, to type where no link can be opened. Enough, because wrong codes are counted. */
export const newMailedCode = (): string => newTypedCode(characters)

export const mailedCodeDigest = (keys: Keys, canonical: string, code: string): Buffer =>
  typedCodeDigest(keys.mailedCode, canonical, code)

export const mailedCodeDigests = (ring: KeyRing, canonical: string, code: string): Buffer[] =>
  ring.map((keys) => mailedCodeDigest(keys, canonical, code))
