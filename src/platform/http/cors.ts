import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

// Chromium's maximum
const preflightSeconds = 7_200

/** Lets a page read an answer given before any hook. */
export const readableBy = (
  origins: readonly string[],
  { headers: { origin } }: FastifyRequest,
): Record<string, string> =>
  origins.length === 0
    ? {}
    : {
        Vary: 'Origin',
        ...(origin !== undefined && origins.includes(origin) && { 'Access-Control-Allow-Origin': origin }),
      }

/** Lets pages of these origins call the service. @param announced further headers of answers that they may read */
export const allowOrigins = async (
  app: FastifyInstance,
  origins: string[],
  announced: readonly string[],
): Promise<void> => {
  if (origins.length === 0) return
  await app.register(cors, {
    // any other OPTIONS is an unsupported method
    delegator: async ({ headers }: FastifyRequest) => ({
      origin: origins,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['X-Request-Id', 'Retry-After', ...announced],
      maxAge: preflightSeconds,
      preflight: headers.origin !== undefined && headers['access-control-request-method'] !== undefined,
    }),
  })
}
