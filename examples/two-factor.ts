/**
 * Sets up a second factor, signs in with it, and turns it off again.
 *
 *     npx node examples/two-factor.ts http://127.0.0.1:3000
 */
import { randomUUID } from 'node:crypto'
import { URI } from 'otpauth'
import type { Account, BackupCodes, Enrolment, TokenPair, TwoFactorRequired } from '../contract/wire.ts'

const [service] = process.argv.slice(2)
if (!service) throw new Error('Usage: npx node examples/two-factor.ts http://127.0.0.1:3000')

const email = `${randomUUID()}@example.com`
const password = 'correct horse battery'

const call = async <Body>(method: string, path: string, body?: object, token?: string): Promise<Body> => {
  const response = await fetch(service + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  // 403 two_factor_required is not an error: it says what comes next
  if (!response.ok && response.status !== 403)
    throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? (undefined as Body) : JSON.parse(text)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const registration = { email, password, passwordConfirmation: password }
const { accessToken } = await call<TokenPair>('POST', '/auth/register', registration)
const { id } = await call<Account>('GET', '/users/me', undefined, accessToken.token)
const settings = `/users/${id}/settings/2fa`

// show `qr` or `secret`; here the authenticator app is a library
const enrolment = await call<Enrolment>('POST', settings, undefined, accessToken.token)
const app = URI.parse(enrolment.uri)
say(`set up for ${app.label}`)

const { backup } = await call<BackupCodes>('PATCH', settings, { code: app.generate() }, accessToken.token)
say(`confirmed, ${backup.length} backup codes to keep`)

// the code that confirmed is used up, so this is a backup code
const credentials = { grant_type: 'password', email, password }
const { challenge, methods } = await call<TwoFactorRequired>('POST', '/auth/token', credentials)
say(`asked for one of ${methods.join(', ')}`)
const answer = { grant_type: 'two_factor', challenge, method: 'backup_code', code: backup[0] }
const pair = await call<TokenPair>('POST', '/auth/token', answer)
say('signed in')

const withCode = (code: string | undefined) => ({ method: 'backup_code', code })
const renewed = await call<BackupCodes>(
  'POST',
  `${settings}/backup-codes`,
  withCode(backup[1]),
  pair.accessToken.token,
)
say(`${renewed.backup.length} new backup codes, the old ones no longer work`)

await call('DELETE', settings, withCode(renewed.backup[0]), pair.accessToken.token)
say('turned off')
