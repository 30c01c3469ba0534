import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../errors.ts'

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1), unread. @throws 401 without one */
export const bearerOf = (request: FastifyRequest): string => {
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(request.headers.authorization ?? '')
  if (!match?.[1]) throw unauthorized()
  return match[1]
}
