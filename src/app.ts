import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify'
import { emailRoutes } from './account/email/routes.ts'
import { passwordRoutes } from './account/password/routes.ts'
import { accountRoutes } from './account/routes.ts'
import { clientName } from './changelog/deprecations/client-name.ts'
import { callCounter } from './changelog/deprecations/count-calls.ts'
import { type Published, published } from './changelog/published.ts'
import { changelogRoutes } from './changelog/routes.ts'
import type { Deps } from './deps.ts'
import { healthRoutes } from './health/routes.ts'
import { refuseLine } from './http/broken-lines.ts'
import { endConnections } from './http/closing.ts'
import { announceDeprecated } from './http/deprecated.ts'
import { guardEdge, refuseAddress } from './http/edge.ts'
import { edgeHeaders } from './http/headers.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { addressesOf } from './http/own-address.ts'
import { replyNotFound, replyToError } from './http/replies.ts'
import { logRequests } from './http/request-log.ts'
import { identityRoutes } from './identities/routes.ts'
import { configuredProviders } from './oauth/providers/configured.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { pageRoutes, welcomeRoutes } from './pages/routes.ts'
import { proofRoutes } from './proof/routes.ts'
import { registrationRoutes } from './registration/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { twoFactorResetRoutes } from './two-factor/reset/routes.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'

/** The whole service: its edge, then its rooms. `onRoute` sees each route as it is mounted. */
export const buildApp = async (
  deps: Deps,
  onRoute: (route: RouteOptions) => void = () => {},
  { releases, deprecations }: Published = published,
): Promise<FastifyInstance> => {
  const headers = edgeHeaders(deps.config)
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 16 * 1024,
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    http: {
      maxHeaderSize: 8 * 1024,
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 64 },
    return503OnClosing: false,
    clientErrorHandler: refuseLine(headers),
    frameworkErrors: refuseAddress(headers),
  })
  guardEdge(app, headers)
  endConnections(app)
  logRequests(app)
  app.setErrorHandler(replyToError)
  app.setNotFoundHandler(replyNotFound)
  if (deps.config.corsOrigins.length > 0) {
    await app.register(cors, {
      // any other OPTIONS is a method that no path has
      delegator: async ({ headers }: FastifyRequest) => ({
        origin: deps.config.corsOrigins,
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        exposedHeaders: [
          'X-Request-Id',
          'Retry-After',
          ...(deprecations.length > 0 ? ['Deprecation', 'Sunset', 'Link'] : []),
        ],
        preflight: headers.origin !== undefined && headers['access-control-request-method'] !== undefined,
      }),
    })
  }
  app.addHook('onRoute', onRoute)
  const providers = configuredProviders(deps)
  const addressOf = addressesOf(app, deps.config.publicUrl)
  const calls = callCounter(deps)
  const checkDeprecations = announceDeprecated(app, deprecations, {
    addressOf,
    onCall: (deprecation, { headers }) =>
      calls.count(deprecation, clientName(headers, deps.config.corsOrigins)),
  })
  app.addHook('onClose', calls.flush)
  const refuseTheRest = refuseOtherMethods(app)

  await app.register(registrationRoutes(deps))
  await app.register(signInRoutes(deps))
  await app.register(sessionRoutes(deps))
  await app.register(proofRoutes(deps))
  await app.register(twoFactorRoutes(deps))
  await app.register(twoFactorResetRoutes(deps))
  await app.register(oauthRoutes(deps, providers))
  await app.register(identityRoutes(deps, providers))
  await app.register(accountRoutes(deps))
  await app.register(passwordRoutes(deps))
  await app.register(emailRoutes(deps))
  await app.register(welcomeRoutes(deps))
  await app.register(pageRoutes(deps))
  await app.register(changelogRoutes(releases, addressOf))
  await app.register(healthRoutes(deps))
  checkDeprecations()
  refuseTheRest()
  return app
}
