import type { Origin } from './origin.ts'
import { isSo, textIn } from './values.ts'

/** The CSV that Clerk's dashboard exports. */
export const clerk: Origin = {
  personOf: (row) => {
    const email = textIn(row.primary_email_address)
    const verified = String(row.verified_email_addresses ?? '').split(/[|,;]/)
    const [digest, hasher] = [textIn(row.password_digest), textIn(row.password_hasher)]
    return {
      email,
      emailVerified: email !== undefined && verified.some((address) => address.trim() === email),
      externalId: textIn(row.id),
      password: digest && hashOf(digest, hasher),
      totp: isSo(row.totp_secret) ? { secret: row.totp_secret } : undefined,
    }
  },
}

const plain = ['md5', 'sha256']

const hashOf = (digest: string, hasher: string | undefined) =>
  hasher !== undefined && plain.includes(hasher) ? { scheme: hasher, hash: digest } : { phc: digest }
