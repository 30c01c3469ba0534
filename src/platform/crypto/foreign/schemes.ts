import { argon2 } from './argon2.ts'
import { bcrypt } from './bcrypt.ts'
import { digestWith } from './digest.ts'
import { firebaseScrypt } from './firebase-scrypt.ts'
import { pbkdf2With } from './pbkdf2.ts'
import { phpass } from './phpass.ts'
import type { Scheme } from './scheme.ts'
import { scrypt } from './scrypt.ts'

/** How passwords may have been hashed that are brought here. */
export const schemes = {
  argon2,
  bcrypt,
  scrypt,
  'firebase-scrypt': firebaseScrypt,
  'pbkdf2-sha1': pbkdf2With('sha1'),
  'pbkdf2-sha256': pbkdf2With('sha256'),
  'pbkdf2-sha512': pbkdf2With('sha512'),
  phpass,
  md5: digestWith('md5'),
  sha1: digestWith('sha1'),
  sha256: digestWith('sha256'),
  sha512: digestWith('sha512'),
} satisfies Record<string, Scheme>

export type SchemeName = keyof typeof schemes

export const isScheme = (name: string): name is SchemeName => Object.hasOwn(schemes, name)

/** Texts that say by themselves what they are. */
const notations: [RegExp, SchemeName][] = [
  [/^(argon2)?\$argon2/, 'argon2'],
  [/^(bcrypt(_sha256)?\$)?\$2[abxy]\$/, 'bcrypt'],
  [/^(\$scrypt\$|scrypt\$|[0-9a-f]{32}:[0-9a-f]{128}$)/, 'scrypt'],
  [/^\$fbscrypt\$/, 'firebase-scrypt'],
  [/^(\$pbkdf2(-sha1)?\$|pbkdf2_sha1\$)/, 'pbkdf2-sha1'],
  [/^(\$pbkdf2-sha256\$|pbkdf2_sha256\$)/, 'pbkdf2-sha256'],
  [/^(\$pbkdf2-sha512\$|pbkdf2_sha512\$)/, 'pbkdf2-sha512'],
  [/^\$[PH]\$/, 'phpass'],
  [/^(\{S?MD5\}|md5\$)/i, 'md5'],
  [/^(\{S?SHA\}|sha1\$)/i, 'sha1'],
  [/^\{S?SHA256\}/i, 'sha256'],
  [/^\{S?SHA512\}/i, 'sha512'],
]

/** @returns undefined if nothing says which it is */
export const schemeOfText = (hash: string): SchemeName | undefined =>
  notations.find(([notation]) => notation.test(hash))?.[1]
