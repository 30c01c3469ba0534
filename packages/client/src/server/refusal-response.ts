import { isRefused, Offline } from '../refused.ts'
import { problem, unavailable } from './answers.ts'

/** What an API answers to a refused request (RFC 6750 §3, RFC 9470 §3), and with 503 while nothing can be decided. @throws what else it was */
export const refusalResponse = (error: unknown): Response => {
  if (error instanceof Offline) return unavailable()
  const challenge = challengeOf(error)
  if (!isRefused(error) || !challenge) throw error
  return problem(401, error.code, error.message, { 'WWW-Authenticate': challenge })
}

const challengeOf = (error: unknown): string | undefined => {
  if (isRefused(error, 'insufficient_user_authentication'))
    return `Bearer error="${error.code}", max_age="${error.details.maxAgeSeconds}"`
  if (!isRefused(error, 'unauthorized')) return undefined
  return error.details ? 'Bearer error="invalid_token"' : 'Bearer'
}
