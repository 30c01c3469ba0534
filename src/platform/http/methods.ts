import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { methodNotAllowed, notFound } from '../errors.ts'

/**
 * Answers 404 for unknown paths, and 405 with `Allow` for other methods of known ones, before the body is read. Call it
 * before the routes are mounted.
 * @returns what to call afterwards
 */
export const refuseOtherMethods = (app: FastifyInstance): (() => void) => {
  const methodsOf = new Map<string, Set<string>>()
  let known: { pattern: RegExp; methods: string[] }[] = []
  const allowedAt = (path: string) => {
    const serving = known.filter(({ pattern }) => pattern.test(path))
    return [...new Set(serving.flatMap(({ methods }) => methods))].sort()
  }
  // Fastify routes no methods such as PROPFIND, and has refused undecodable paths
  const refusalOf = ({ method, url }: FastifyRequest) => {
    const path = decodeURI(url.replace(/[?#].*/, ''))
    const allowed = app.supportedMethods.includes(method) ? [] : allowedAt(path)
    return allowed.length > 0 ? methodNotAllowed(allowed) : notFound()
  }

  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const methods = methodsOf.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(url, methods)
  })
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? refusalOf(request) : undefined))
  return () => {
    const served = [...methodsOf]
    known = served.map(([url, methods]) => ({ pattern: patternOf(url), methods: [...methods] }))
    for (const [url] of served) refuseAllBut(app, url, allowedAt(url))
  }
}

// a refusal for `/users/me` must not hide what `/users/:id` allows there
const patternOf = (url: string): RegExp => {
  const texts = url.split(/:\w+/).map((text) => RegExp.escape(text))
  return new RegExp(`^${texts.join('[^/]+')}$`)
}

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
