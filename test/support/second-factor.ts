import assert from 'node:assert/strict'
import { hotp, stepAt } from '../../src/platform/crypto/otp.ts'
import { type Answer, post, send } from './http.ts'
import { type Credentials, type Person, register, signIn } from './people.ts'
import type { TestService } from './service.ts'

type At = Pick<TestService, 'address' | 'clock'>

/** Somebody with an authenticator app. */
export type Guarded = Person & {
  secret: Uint8Array
  backup: string[]
  /** The code of the service's present time step, or of so many steps later. */
  code(steps?: number): string
}

export const settingsOf = ({ userId }: { userId: string }): string => `/users/${userId}/settings/2fa`

/** Begins and confirms; then the clock advances by a step, because the confirming code counts as used. */
export const enrol = async (service: At, person: Person, along?: object): Promise<Guarded> => {
  const { secret, code, nextCode } = await begin(service, person, along)
  const confirmed = await confirm(service, person, code())
  assert.equal(confirmed.status, 200, confirmed.text)
  nextCode()
  return { ...person, secret, code, backup: confirmed.body.backup }
}

/** Begins an enrolment. @param along the passkey that is asked for, if one signs in. @returns the app that was set up with its secret */
export const begin = async (service: At, person: Person, along?: object) => {
  const answer = await post(service, settingsOf(person), along, { token: person.accessToken })
  assert.equal(answer.status, 201, answer.text)
  return { ...appOf(service, answer.body.secret), enrolment: answer.body }
}

/** An authenticator app. */
export const appOf = ({ clock }: Pick<At, 'clock'>, base32: string) => {
  const secret = fromBase32(base32)
  const code = (steps = 0) => hotp(secret, stepAt(clock.nowMs) + steps)
  /** The code of the next time step, to which the clock moves: once in a million the same, which then counts as used. */
  const nextCode = () => {
    const shown = code()
    do clock.nowMs += 30_000
    while (code() === shown)
    return code()
  }
  return { secret, code, nextCode }
}

export const confirm = (service: At, person: Person, code: unknown): Promise<Answer> =>
  send(service, 'PATCH', settingsOf(person), { token: person.accessToken, body: { code } })

/** A new account with a second factor. */
export const registerGuarded = async (service: At): Promise<Guarded> =>
  enrol(service, await register(service))

/** Proves the first factor. @returns the challenge */
export const challengeFor = async (service: { address: string }, person: Credentials): Promise<string> => {
  const answer = await signIn(service, person)
  assert.equal(answer.status, 403, answer.text)
  assert.equal(answer.body.code, 'two_factor_required')
  return answer.body.challenge
}

export const answerChallenge = (
  service: At,
  challenge: string,
  code: string,
  method = 'totp',
): Promise<Answer> => post(service, '/auth/token', { grant_type: 'two_factor', challenge, method, code })

/** A code that none of these apps shows at the steps around. */
export const wrongCode = (...apps: Pick<Guarded, 'code'>[]): string => {
  const right = new Set(apps.flatMap(({ code }) => [-2, -1, 0, 1, 2].map((steps) => code(steps))))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (guess) => !right.has(guess),
  ) as string
}

export const fromBase32 = (text: string) => {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const octets = bits.join('').match(/.{8}/g) ?? []
  return Uint8Array.from(octets, (octet) => Number.parseInt(octet, 2))
}
