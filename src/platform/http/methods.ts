import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { methodNotAllowed, notFound } from '../errors.ts'

/**
 * Answers 404 for unknown paths, and 405 with `Allow` for other methods of known ones, before the body is read. Call it
 * before the routes are mounted.
 * @returns what to call afterwards
 */
export const refuseOtherMethods = (app: FastifyInstance): (() => void) => {
  const methodsOf = new Map<string, Set<string>>()
  let known: [string, string[]][] = []
  const allowedAt = (path: string) =>
    [...new Set(known.flatMap(([pattern, methods]) => (serves(pattern, path) ? methods : [])))].sort()
  // Fastify routes no methods such as PROPFIND
  const refusalOf = ({ method, url }: FastifyRequest) => {
    const allowed = app.supportedMethods.includes(method) ? [] : allowedAt(url.replace(/\?.*/, ''))
    return allowed.length > 0 ? methodNotAllowed(allowed) : notFound()
  }

  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const methods = methodsOf.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(url, methods)
  })
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? refusalOf(request) : undefined))
  return () => {
    known = [...methodsOf].map(([url, methods]) => [url, [...methods]])
    for (const [url] of known) refuseAllBut(app, url, allowedAt(url))
  }
}

// a refusal for `/users/me` must not hide what `/users/:id` does there
const serves = (pattern: string, url: string) =>
  pattern === url || new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/:]+')}$`).test(url)

const refuseAllBut = (app: FastifyInstance, url: string, allowed: string[]) => {
  const refused = app.supportedMethods.filter((method) => !allowed.includes(method))
  app.route({
    method: refused,
    url,
    onRequest: async () => {
      throw methodNotAllowed(allowed)
    },
    handler: () => {},
  })
}
