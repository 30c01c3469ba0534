import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../errors.ts'

/** RFC 6750 §2.1. @throws 401 without a bearer token */
export const bearerOf = (request: FastifyRequest): string => {
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(request.headers.authorization ?? '')
  if (!match?.[1]) throw unauthorized()
  return match[1]
}
