import assert from 'node:assert/strict'
import type { TrustedDevice } from '../../contract/wire.ts'
import { type Answer, get, post } from './http.ts'
import type { Credentials, Person, Tokens } from './people.ts'
import { challengeFor, type Guarded } from './second-factor.ts'
import type { TestService } from './service.ts'

type At = Pick<TestService, 'address' | 'clock'>
type Options = { headers?: Record<string, string> }

export const devicesOf = ({ userId }: { userId: string }): string => `/users/${userId}/trusted-devices`

/** Signs in by both factors. @returns the answer */
export const trustDevice = async (
  service: At,
  person: Guarded,
  options: Options & { trust?: unknown; code?: string } = {},
): Promise<Answer> => {
  const { code = person.code(), ...rest } = options
  const { trust, ...headers } = { trust: true, ...rest }
  const challenge = await challengeFor(service, person)
  const answer = await post(
    service,
    '/auth/token',
    { grant_type: 'two_factor', challenge, method: 'totp', code, trustDevice: trust },
    headers,
  )
  // the next sign-in takes another code
  service.clock.nowMs += 30_000
  return answer
}

/** The same, of a device that is trusted. */
export const trusted = async (
  service: At,
  person: Guarded,
  options: Options & { code?: string } = {},
): Promise<string> => deviceTokenIn(await trustDevice(service, person, options))

export const deviceTokenIn = (answer: Answer): string => {
  assert.equal(answer.status, 200, answer.text)
  assert.match(answer.body.deviceToken, /^sp_dt_[\w-]+$/)
  return answer.body.deviceToken
}

export const signInOn = (
  service: { address: string },
  { email, password }: Credentials,
  deviceToken: unknown,
  options: Options = {},
): Promise<Answer> =>
  post(service, '/auth/token', { grant_type: 'password', email, password, deviceToken }, options)

export const listDevices = async (
  service: { address: string },
  person: Pick<Person, 'userId'> & Pick<Tokens, 'accessToken'>,
): Promise<TrustedDevice[]> => {
  const answer = await get(service, devicesOf(person), person.accessToken)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
