import { randomUUID } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from 'fastify'
import { refusalRecorder } from './accounts/refusals/record-refusals.ts'
import type { Deps } from './deps.ts'
import { type Module, servedTogether } from './modules.ts'
import { refuseLine } from './platform/http/broken-lines.ts'
import { clientOf } from './platform/http/client.ts'
import { endConnections } from './platform/http/closing.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { announceDeprecated } from './platform/http/deprecated.ts'
import { guardEdge, originForm, refuseAddress } from './platform/http/edge.ts'
import { edgeHeaders } from './platform/http/headers.ts'
import { refuseOtherMethods } from './platform/http/methods.ts'
import { addressesOf } from './platform/http/own-address.ts'
import { codeOf, operationIn, tellRefused } from './platform/http/refused.ts'
import { replyNotFound } from './platform/http/replies.ts'
import { logRequests } from './platform/http/request-log.ts'
import { measureRequests } from './platform/http/request-metrics.ts'
import { traceRequests } from './platform/http/request-spans.ts'
import { clientName } from './web/changelog/deprecations/client-name.ts'
import { callCounter } from './web/changelog/deprecations/count-calls.ts'
import { type Published, published } from './web/changelog/published.ts'
import { rawPageOf, replyToAnybody } from './web/pages/routes/replies.ts'

// Bodies are checked by our own schemas. Without this, Fastify loads Ajv and another compiler, 3 MB that nobody uses.
const unused = () => {
  throw new Error('a route has a schema of Fastify, but nothing here compiles one')
}

/** @param onRoute sees each route as it is mounted @param served whose routes */
export const buildApp = async (
  deps: Deps,
  onRoute: (route: RouteOptions) => void = () => {},
  told: Published = published,
  served: readonly Module[] = servedTogether,
): Promise<FastifyInstance> => {
  const { deprecations } = told
  const headers = edgeHeaders(deps.config)
  const replyTo = replyToAnybody(deps)
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // a logger per request takes a twentieth of a check; our own lines name the request
    childLoggerFactory: (log) => log,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 16 * 1024,
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    http: {
      // with a provider's code in the address, and the cookies of every application on the same host
      maxHeaderSize: 16 * 1024,
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // a long id is unknown like any other; guardEdge refuses longer addresses
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: originForm,
    return503OnClosing: false,
    clientErrorHandler: refuseLine(headers, rawPageOf(deps)),
    frameworkErrors: refuseAddress(headers, deps.config.corsOrigins, replyTo),
  })
  guardEdge(app, headers)
  endConnections(app)
  logRequests(app)
  measureRequests(app, deps.metrics)
  traceRequests(app, deps.config.trustedProxies)
  recordRefused(app, deps)
  app.setErrorHandler(replyTo)
  app.setNotFoundHandler(replyNotFound)
  await allowOrigins(
    app,
    deps.config.corsOrigins,
    deprecations.length > 0 ? ['Deprecation', 'Sunset', 'Link'] : [],
  )
  app.addHook('onRoute', onRoute)
  const addressOf = addressesOf(app, deps.config.publicUrl)
  const calls = callCounter(deps)
  const checkDeprecations = announceDeprecated(app, deprecations, {
    addressOf,
    onCall: (deprecation, { headers }) =>
      calls.count(deprecation, clientName(headers, deps.config.corsOrigins)),
  })
  app.addHook('onClose', calls.flush)
  const refuseTheRest = refuseOtherMethods(app)

  for (const { routes } of served) if (routes) await app.register(routes(deps, told))
  checkDeprecations()
  refuseTheRest()
  return app
}

/** Keeps what refused a request, for operators who are asked. */
const recordRefused = (app: FastifyInstance, deps: Deps) => {
  const recorder = refusalRecorder(deps)
  tellRefused(app, (refusal, request) =>
    recorder.note({
      requestId: request.id,
      userId: refusal.userId,
      code: codeOf(refusal),
      rule: refusal.rule,
      facts: refusal.facts,
      operation: operationIn(request),
      address: clientOf(deps, request).address,
    }),
  )
  app.addHook('onClose', recorder.flush)
}
