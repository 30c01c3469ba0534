import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TokenPair } from '../../contract/wire.ts'
import { type Answer, get, post } from './http.ts'

type At = { address: string }
type Options = { headers?: Record<string, string> }

/** Somebody with an account, and the tokens of its first session. */
export type Person = Credentials & Tokens & { userId: string }

export type Credentials = { email: string; password: string }
export type Tokens = { accessToken: string; refreshToken: string }

/** Nobody has this address yet. */
export const newEmail = (): string => `${randomUUID()}@example.com`

/** Creates an account. @throws unless it was created */
export const register = async (
  service: At,
  {
    email = newEmail(),
    password = 'a password of the tests',
    headers = {},
  }: Partial<Credentials> & Options = {},
): Promise<Person> => {
  const answer = await tryToRegister(service, { email, password }, { headers })
  const tokens = tokensOf(answer, 201)
  const { body } = await get(service, '/users/me', tokens.accessToken)
  return { email, password, userId: body.id, ...tokens }
}

export const tryToRegister = (
  service: At,
  { email, password }: Credentials,
  options: Options = {},
): Promise<Answer> =>
  post(service, '/auth/register', { email, password, passwordConfirmation: password }, options)

/** `POST /auth/token` with each of its grants. */
export const signIn = (
  service: At,
  { email, password }: Credentials,
  options: Options = {},
): Promise<Answer> => post(service, '/auth/token', { grant_type: 'password', email, password }, options)

export const refresh = (service: At, token: string, options: Options = {}): Promise<Answer> =>
  post(service, '/auth/token', { grant_type: 'refresh_token', token }, options)

export const exchange = (service: At, code: string, code_verifier?: string): Promise<Answer> =>
  post(service, '/auth/token', { grant_type: 'oauth_code', code, code_verifier })

/** The tokens of a pair. @throws unless the answer is one */
export const tokensOf = (answer: Answer, status = 200): Tokens => {
  assert.equal(answer.status, status, answer.text)
  const { accessToken, refreshToken } = answer.body as TokenPair
  return { accessToken: accessToken.token, refreshToken: refreshToken.token }
}
