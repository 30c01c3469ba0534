import { bytesOfBase32 } from '#platform/crypto/base32.ts'
import { readBackupCodes } from './read-backup-codes.ts'
import { readFields, readNumber, readText } from './read-fields.ts'
import { RowFault } from './row-fault.ts'

const bytes = { least: 10, most: 64 }
/** What authenticator apps have unless they are told otherwise, and all that is checked here. */
const only = { digits: 6, period: 30, algorithm: 'SHA1' }

/** An authenticator app, and the backup codes that stand in for it. */
export type MovedApp = { secret: Buffer; name: string | undefined; backupCodes: string[] }

const mostApps = 5
const mostNameCharacters = 50
/** Spaces and padding, too. */
const mostSecretCharacters = 256

/** One, or a list of them. @throws `RowFault` */
export const readApps = (value: unknown): MovedApp[] => {
  const apps = Array.isArray(value) ? value : [value]
  if (apps.length > mostApps) throw badTotp(`there are more than ${mostApps} apps`)
  return apps.map(readApp)
}

const keys = ['secret', 'name', 'digits', 'period', 'algorithm', 'backupCodes']

const readApp = (value: unknown): MovedApp => {
  const fields = readFields('totp', value, keys)
  const { digits, period } = { digits: readNumber(fields, 'digits'), period: readNumber(fields, 'period') }
  const algorithm = readText(fields, 'algorithm')
    ?.toUpperCase()
    .replace(/^HMAC|-/g, '')
  const isUsual =
    (digits ?? only.digits) === only.digits &&
    (period ?? only.period) === only.period &&
    (algorithm ?? only.algorithm) === only.algorithm
  if (!isUsual) throw badTotp('only six digits every 30 seconds by SHA1 can be checked here')
  const text = readText(fields, 'secret') ?? ''
  if (text.length > mostSecretCharacters)
    throw badTotp(`the secret has more than ${mostSecretCharacters} characters`)
  const secret = bytesOfBase32(text)
  if (!secret) throw badTotp('the secret is not base32')
  if (secret.length < bytes.least || secret.length > bytes.most)
    throw badTotp(`the secret has ${8 * secret.length} bits, and not ${8 * bytes.least} to ${8 * bytes.most}`)
  const { backupCodes = [] } = fields
  return {
    secret,
    name: readText(fields, 'name')?.slice(0, mostNameCharacters),
    backupCodes: readBackupCodes(backupCodes),
  }
}

const badTotp = (message: string) => new RowFault('bad_totp', message)
