import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { RowFault } from '../rows/row-fault.ts'
import { codesIn } from './codes-in.ts'
import type { Origin } from './origin.ts'
import { instantOf, isSo, objectIn, textIn } from './values.ts'

/** Rows of `users` of Laravel. Fortify's authenticator apps need the `APP_KEY` that encrypts them. */
export const laravel: Origin = {
  personOf: (row, appKey) => {
    const [app, codes] = [textIn(row.two_factor_secret), textIn(row.two_factor_recovery_codes)]
    return {
      email: row.email,
      emailVerified: isSo(row.email_verified_at),
      externalId: textIn(row.id),
      createdAt: instantOf(row.created_at),
      password: textIn(row.password) && { phc: row.password },
      totp:
        app !== undefined && isSo(row.two_factor_confirmed_at)
          ? { secret: decrypted(app, appKey), backupCodes: codesIn(codes && decrypted(codes, appKey)) }
          : undefined,
    }
  },
}

const keyBytes = 32

/** AES-256-CBC, and an HMAC of both vector and text as they are written; inside, a text as PHP serialises it. */
const decrypted = (sealed: string, appKey: string | undefined): string => {
  const key = Buffer.from(appKey?.trim().replace(/^base64:/, '') ?? '', 'base64')
  if (key.length !== keyBytes)
    throw new RowFault(
      'bad_totp',
      '--secret must name a file with the APP_KEY that encrypts authenticator apps',
    )
  const { iv, value, mac } = objectIn(Buffer.from(sealed, 'base64').toString())
  const expected = createHmac('sha256', key).update(`${iv}${value}`).digest()
  const given = Buffer.from(String(mac), 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new RowFault('bad_totp', 'the authenticator app was encrypted with another APP_KEY')
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(String(iv), 'base64'))
  const plain = `${decipher.update(String(value), 'base64', 'utf8')}${decipher.final('utf8')}`
  return /^s:\d+:"(.*)";$/.exec(plain)?.[1] ?? plain
}
