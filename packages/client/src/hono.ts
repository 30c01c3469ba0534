import type { MiddlewareHandler } from 'hono'
import type { Client } from './client.ts'
import { type Authenticated, createAuthenticator, type ServiceOptions } from './server/authenticate.ts'
import type { Bff } from './server/bff.ts'
import { refusalResponse } from './server/refusal-response.ts'
import type { Bearer } from './server/tokens/bearer.ts'
import type { CheckOptions } from './server/tokens/checker.ts'
import { type CheckerOrOptions, checkerOf } from './server/tokens/checker-of.ts'

/** For an API: admits requests with a live access token, as `c.get('account')`. */
export const requireAccount = (
  options: ServiceOptions,
): MiddlewareHandler<{ Variables: { account: Authenticated['account'] } }> => {
  const authenticate = createAuthenticator(options)
  return async (c, next) => {
    try {
      c.set('account', (await authenticate(c.req.raw)).account)
    } catch (error) {
      return refusalResponse(error)
    }
    return next()
  }
}

/**
 * For an API: admits requests with a live access token, as `c.get('bearer')`. Answers are cached while that is safe.
 */
export const requireBearer = (
  checker: CheckerOrOptions,
  options?: CheckOptions,
): MiddlewareHandler<{ Variables: { bearer: Bearer } }> => {
  const tokens = checkerOf(checker)
  return async (c, next) => {
    try {
      c.set('bearer', await tokens.check(c.req.raw, options))
    } catch (error) {
      return refusalResponse(error)
    }
    return next()
  }
}

/** For a web application: its cookie as `c.get('sallyport')`, the paths of the BFF, and what it proxies. */
export const bff =
  (
    own: Bff,
    addressOf?: (request: Request) => string | undefined,
  ): MiddlewareHandler<{ Variables: { sallyport: Client } }> =>
  async (c, next) => {
    const visit = own.visit({ headers: c.req.raw.headers, address: addressOf?.(c.req.raw) })
    c.set('sallyport', visit.sallyport)
    const answer = await own.answer(c.req.raw, visit)
    if (answer) c.res = answer
    else await next()
    for (const cookie of visit.setCookies) c.header('Set-Cookie', cookie, { append: true })
  }
