import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Metrics, methods } from '../metrics/metrics.ts'

/** By the route's pattern: strangers choose paths, methods and everything else, and must not create series. */
export const measureRequests = (
  app: FastifyInstance,
  { requests, requestSeconds }: Pick<Metrics, 'requests' | 'requestSeconds'>,
): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const route = edgeRefusals.has(status) ? nowhere : routeOf(request)
    requests.add({ route, method: methodOf(request), status: String(status) })
    requestSeconds.observe({ route }, reply.elapsedTime / 1_000)
    done()
  })
}

const nowhere = 'none'

/** The same for every route. */
const edgeRefusals = new Set([405, 408, 413, 414, 415, 431])

// a list of methods belongs to those that the path lacks
const routeOf = ({ routeOptions: { url, method } }: FastifyRequest): string =>
  typeof method === 'string' ? (url ?? nowhere) : nowhere

const methodOf = ({ method }: FastifyRequest): (typeof methods)[number] =>
  method === 'HEAD' ? 'GET' : (methods.find((known) => known === method) ?? 'other')
