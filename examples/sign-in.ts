/**
 * Registers, signs in, shows the account, refreshes and signs out.
 *
 *     npx node examples/sign-in.ts http://127.0.0.1:3000
 */
import { randomUUID } from 'node:crypto'
import type { Account, FieldError, Refusal, TokenPair } from '../contract/wire.ts'

const [service] = process.argv.slice(2)
if (!service) throw new Error('Usage: npx node examples/sign-in.ts http://127.0.0.1:3000')

const call = async <Answer>(
  method: string,
  path: string,
  { token = '', body = {} } = {},
): Promise<Answer> => {
  const response = await fetch(service + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = text && JSON.parse(text)
  if (!response.ok) throw refusal(response, answer)
  return answer
}

// a 422 is a list of wrong fields; every other refusal has a code to switch over
const refusal = ({ status }: Response, answer: Refusal | FieldError[]) => {
  const reasons = Array.isArray(answer)
    ? answer.map(({ field, message }) => `${field}: ${message}`)
    : [`${answer.code}: ${answer.message}`]
  return new Error(`${status} ${reasons.join(', ')}`)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const email = `ada.${randomUUID()}@example.com`
const password = 'correct horse battery staple'

await call<TokenPair>('POST', '/auth/register', { body: { email, password, passwordConfirmation: password } })
say('registered')

const signedIn = await call<TokenPair>('POST', '/auth/token', {
  body: { grant_type: 'password', email, password },
})
const account = await call<Account>('GET', '/users/me', { token: signedIn.accessToken.token })
say(`signed in as ${account.email}`)

const refreshed = await call<TokenPair>('POST', '/auth/token', {
  body: { grant_type: 'refresh_token', token: signedIn.refreshToken.token },
})
say(`refreshed, good until ${refreshed.accessToken.expiresAt}`)

const token = refreshed.accessToken.token
await call('POST', '/auth/logout', { token })
await call('GET', '/users/me', { token }).catch((error: Error) => say(`signed out: ${error.message}`))
