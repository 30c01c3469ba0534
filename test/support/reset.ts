import { type Answer, post } from './http.ts'
import { type Mailing, nextMail, tokenIn } from './mailing.ts'

type At = { address: string }

export const forgot = (service: At, email: string): Promise<Answer> =>
  post(service, '/auth/password/forgot', { email })

export const reset = (service: At, token: string, password: string): Promise<Answer> =>
  post(service, '/auth/password/reset', { token, password, passwordConfirmation: password })

/** Requests a link and takes it out of the mailbox. @returns its token */
export const resetToken = async (service: Mailing, email: string): Promise<string> => {
  await forgot(service, email)
  return tokenIn(await nextMail(service, email, 'new password'))
}
