import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Client } from './client.ts'
import { type Authenticated, createAuthenticator, type ServiceOptions } from './server/authenticate.ts'
import type { Bff } from './server/bff.ts'
import { nodeRequest } from './server/node-request.ts'
import { refusalResponse } from './server/refusal-response.ts'
import type { Bearer } from './server/tokens/bearer.ts'
import type { CheckOptions } from './server/tokens/checker.ts'
import { type CheckerOrOptions, checkerOf } from './server/tokens/checker-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Behind {@link requireAccount}: who sent the token. */
    account: Authenticated['account'] | null
    /** Behind {@link requireBearer}: who sent the token. */
    bearer: Bearer | null
    /** Behind {@link bff}: acts for the person whose cookie it is. */
    sallyport: Client | null
  }
}

// so that the routes beside it see what a plugin adds (fastify-plugin does no more)
const shared = <Plugin extends object>(plugin: Plugin): Plugin =>
  Object.assign(plugin, { [Symbol.for('skip-override')]: true })

/** For an API: admits requests with a live access token, as `request.account`. It guards all routes beside it. */
export const requireAccount = (options: ServiceOptions): FastifyPluginAsync => {
  const authenticate = createAuthenticator(options)
  return shared(async (app) => {
    app.decorateRequest('account', null)
    app.addHook('onRequest', async (request, reply) => {
      try {
        request.account = (await authenticate(request)).account
      } catch (error) {
        return reply.send(refusalResponse(error))
      }
    })
  })
}

/**
 * For an API: admits requests with a live access token, as `request.bearer`. Answers are cached while that is safe. It
 * guards all routes beside it. You have to close your own checker.
 */
export const requireBearer = (checker: CheckerOrOptions, options?: CheckOptions): FastifyPluginAsync => {
  const tokens = checkerOf(checker)
  return shared(async (app) => {
    if (tokens !== checker) app.addHook('onClose', async () => tokens.close())
    if (!app.hasRequestDecorator('bearer')) app.decorateRequest('bearer', null)
    app.addHook('onRequest', async (request, reply) => {
      try {
        request.bearer = await tokens.check(request, options)
      } catch (error) {
        return reply.send(refusalResponse(error))
      }
    })
  })
}

/** For a web application: its cookie as `request.sallyport`, the paths of the BFF, and what it proxies. */
export const bff = (own: Bff): FastifyPluginAsync =>
  shared(async (app) => {
    app.decorateRequest('sallyport', null)
    app.addHook('onRequest', async (request, reply) => {
      const visit = own.visit({ headers: request.headers, address: request.ip })
      request.sallyport = visit.sallyport
      visits.set(request, visit)
      const answer = await own.answer(nodeRequest(request.raw, request.url), visit)
      if (answer) return reply.send(answer)
    })
    app.addHook('onSend', async (request, reply) => {
      for (const cookie of visits.get(request)?.setCookies ?? []) reply.header('Set-Cookie', cookie)
    })
  })

const visits = new WeakMap<FastifyRequest, ReturnType<Bff['visit']>>()
