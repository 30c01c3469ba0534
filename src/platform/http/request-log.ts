import type { FastifyInstance } from 'fastify'
import { codeOf, refusedAt } from './refused.ts'

/** One line per request, with the route's pattern: the path may hold a code or an id. */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const refusal = refusedAt(request)
    app.log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(refusal && { code: codeOf(refusal), rule: refusal.rule, userId: refusal.userId }),
      },
      'request',
    )
    done()
  })
}
