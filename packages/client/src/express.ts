import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Response as ExpressResponse, RequestHandler } from 'express'
import type { Client } from './client.ts'
import { type Authenticated, createAuthenticator, type ServiceOptions } from './server/authenticate.ts'
import type { Bff } from './server/bff.ts'
import { headWithCookies } from './server/head-with-cookies.ts'
import { nodeRequest } from './server/node-request.ts'
import { refusalResponse } from './server/refusal-response.ts'
import type { Bearer } from './server/tokens/bearer.ts'
import type { CheckOptions } from './server/tokens/checker.ts'
import { type CheckerOrOptions, checkerOf } from './server/tokens/checker-of.ts'

declare global {
  namespace Express {
    interface Request {
      /** Behind {@link requireAccount}: who sent the token. */
      account?: Authenticated['account']
      /** Behind {@link requireBearer}: who sent the token. */
      bearer?: Bearer
      /** Behind {@link bff}: acts for the person whose cookie it is. */
      sallyport: Client
    }
  }
}

/** For an API: admits requests with a live access token, as `request.account`. */
export const requireAccount = (options: ServiceOptions): RequestHandler => {
  const authenticate = createAuthenticator(options)
  return (request, response, next) => {
    authenticate(request)
      .then(
        ({ account }) => {
          request.account = account
          next()
        },
        (error) => send(refusalResponse(error), response),
      )
      .catch(next)
  }
}

/** For an API: admits requests with a live access token, as `request.bearer`. Answers are cached while that is safe. */
export const requireBearer = (checker: CheckerOrOptions, options?: CheckOptions): RequestHandler => {
  const tokens = checkerOf(checker)
  return (request, response, next) => {
    tokens
      .check(request, options)
      .then(
        (bearer) => {
          request.bearer = bearer
          next()
        },
        (error) => send(refusalResponse(error), response),
      )
      .catch(next)
  }
}

/** For a web application: its cookie as `request.sallyport`, the paths of the BFF, and what it proxies. */
export const bff =
  (own: Bff): RequestHandler =>
  (request, response, next) => {
    const visit = own.visit({ headers: request.headers, address: request.ip })
    request.sallyport = visit.sallyport
    const { writeHead } = response
    response.writeHead = function (this: ExpressResponse, ...head: unknown[]) {
      const { setCookies } = visit
      const joined = headWithCookies(head, setCookies)
      if (!joined) for (const cookie of setCookies) this.appendHeader('Set-Cookie', cookie)
      return Reflect.apply(writeHead, this, joined ?? head)
    } as typeof writeHead
    own
      .answer(nodeRequest(request, request.originalUrl), visit)
      .then((answer) => (answer ? send(answer, response) : next()))
      .catch(next)
  }

const send = async (answer: Response, response: ExpressResponse): Promise<void> => {
  response.status(answer.status).setHeaders(answer.headers)
  if (!answer.body) return void response.end()
  // either end that disconnects ends the other, and nobody is left to notify
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() => {})
}
