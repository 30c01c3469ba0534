import assert from 'node:assert/strict'
import type { SoftwarePasskey } from '../../src/test-mode/authenticator.ts'
import { type Answer, post, send } from './http.ts'
import { newOwnPasskey } from './passkeys.ts'
import { type Credentials, signIn } from './people.ts'
import { appOf } from './second-factor.ts'
import type { TestService } from './service.ts'

type At = Pick<TestService, 'address' | 'clock'>

const path = '/auth/two-factor/enrolment'

/** The challenge of a sign-in that waits for the setup of a second factor. @throws unless the answer is one */
export const enrolmentIn = ({ status, body, text }: Answer): string => {
  assert.deepEqual([status, body.code], [403, 'two_factor_enrolment_required'], text)
  return body.challenge
}

/** Proves the first factor. @returns the challenge */
export const enrolmentFor = async (service: At, person: Credentials): Promise<string> =>
  enrolmentIn(await signIn(service, person))

export const askForApp = (service: At, challenge: string): Promise<Answer> =>
  post(service, path, { challenge })

/** Starts to set up an app. @returns the app that was set up */
export const startApp = async (service: At, challenge: string) => {
  const answer = await askForApp(service, challenge)
  assert.equal(answer.status, 201, answer.text)
  return { ...appOf(service, answer.body.secret), enrolment: answer.body }
}

export const sendFirstCode = (service: At, challenge: string, code: unknown): Promise<Answer> =>
  send(service, 'PATCH', path, { body: { challenge, code } })

/** Sets up an app, whose present code counts as used from then on. @throws unless it was set up */
export const setUpApp = async (service: At, challenge: string) => {
  const { code, nextCode, secret } = await startApp(service, challenge)
  const answer = await sendFirstCode(service, challenge, code())
  assert.equal(answer.status, 200, answer.text)
  nextCode()
  return { answer, code, secret }
}

export const askForKey = (service: At, challenge: string): Promise<Answer> =>
  post(service, `${path}/passkey`, { challenge })

export const sendFirstKey = (service: At, challenge: string, credential: object): Promise<Answer> =>
  send(service, 'PATCH', `${path}/passkey`, { body: { challenge, credential } })

/** Adds a passkey as the second factor. */
export const setUpKey = async (
  service: At,
  challenge: string,
  passkey: SoftwarePasskey = newOwnPasskey(),
): Promise<{ answer: Answer; passkey: SoftwarePasskey }> => {
  const asked = await askForKey(service, challenge)
  assert.equal(asked.status, 201, asked.text)
  return { answer: await sendFirstKey(service, challenge, passkey.create(asked.body)), passkey }
}
