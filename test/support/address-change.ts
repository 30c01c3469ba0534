import assert from 'node:assert/strict'
import { type Answer, post } from './http.ts'
import { type Mailing, nextMail, tokenIn } from './mailing.ts'
import { newEmail, type Person, register } from './people.ts'

type At = { address: string }

/** Somebody whose mailbox is proven. */
export const registerProven = async (service: Mailing): Promise<Person> => {
  const person = await register(service)
  const answer = await verify(service, tokenIn(await nextMail(service, person.email, 'Confirm')))
  assert.equal(answer.status, 204, answer.text)
  return person
}

/** The same by the session that registered: later proofs of the mailbox claim nothing. */
export const registerOwned = async (service: Mailing): Promise<Person> => {
  const person = await register(service)
  const token = tokenIn(await nextMail(service, person.email, 'Confirm'))
  const answer = await post(service, '/auth/email/verify', { token }, { token: person.accessToken })
  assert.equal(answer.status, 204, answer.text)
  return person
}

export const askForChange = (
  service: At,
  { userId, accessToken }: Pick<Person, 'userId' | 'accessToken'>,
  body: object,
): Promise<Answer> => post(service, `/users/${userId}/email`, body, { token: accessToken })

export const verify = (service: At, token: string): Promise<Answer> =>
  post(service, '/auth/email/verify', { token })

export const undo = (service: At, token: string): Promise<Answer> =>
  post(service, '/auth/email/undo', { token })

/** Requests an address and takes the link out of its mailbox. @returns its token */
export const changeToken = async (service: Mailing, person: Person, email: string): Promise<string> => {
  const answer = await askForChange(service, person, { email })
  assert.equal(answer.status, 202, answer.text)
  return tokenIn(await nextMail(service, email, 'Confirm your new'))
}

/** Changes a proven address. @returns the new one, and the token that undoes it, out of the old mailbox */
export const changeEmail = async (
  service: Mailing,
  person: Person,
  email = newEmail(),
): Promise<{ email: string; undoToken: string }> => {
  const answer = await verify(service, await changeToken(service, person, email))
  assert.equal(answer.status, 204, answer.text)
  return { email, undoToken: tokenIn(await nextMail(service, person.email, 'was changed')) }
}
