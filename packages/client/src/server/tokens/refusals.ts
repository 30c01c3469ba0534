import { Refused } from '../../refused.ts'

const refused = (code: Refused['code'], message: string, details: object = {}) =>
  new Refused(message, { status: 401, code, details: { code, message, ...details } })

export const invalidToken = () => refused('unauthorized', 'A valid access token is required.')

/** RFC 9470 §3 */
export const authenticationTooOld = (maxAgeSeconds: number) =>
  refused('insufficient_user_authentication', 'Please prove again who you are.', { maxAgeSeconds })
