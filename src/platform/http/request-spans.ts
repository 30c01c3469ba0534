import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseAddress } from '../addresses.ts'
import { tracingOf } from '../tracing/tracing.ts'
import { isTrusted, type TrustedProxies } from '../trusted-proxies.ts'

/** A span for each request, by its route, where traces are wanted. Only a trusted proxy says which trace it belongs to. */
export const traceRequests = (app: FastifyInstance, trusted: TrustedProxies): void => {
  const tracing = tracingOf()
  if (!tracing) return
  const { api, tracer } = tracing
  const underWay = new WeakMap<FastifyRequest, { span: Span; context: Context }>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    const parent = isByProxy(request, trusted)
      ? api.propagation.extract(api.ROOT_CONTEXT, headers)
      : api.ROOT_CONTEXT
    const span = tracer.startSpan(nameOf(request), { kind: api.SpanKind.SERVER }, parent)
    underWay.set(request, { span, context: api.trace.setSpan(parent, span) })
    done()
  })
  // not earlier: the context would be lost while the body is read
  app.addHook('preHandler', (request, _reply, done) => {
    const { context } = underWay.get(request) ?? {}
    if (context) api.context.with(context, done)
    else done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { span } = underWay.get(request) ?? {}
    span?.setAttributes({
      'http.request.method': request.method,
      ...(request.routeOptions.url && { 'http.route': request.routeOptions.url }),
      'http.response.status_code': statusCode,
      'http.response.header.x-request-id': [request.id],
    })
    if (statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

const nameOf = ({ method, routeOptions: { url } }: FastifyRequest) => (url ? `${method} ${url}` : method)

const isByProxy = ({ socket: { remoteAddress = '' } }: FastifyRequest, trusted: TrustedProxies) => {
  const peer = parseAddress(remoteAddress)
  return peer !== undefined && isTrusted(trusted, peer)
}
