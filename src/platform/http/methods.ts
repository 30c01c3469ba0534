import type { FastifyInstance, RouteOptions } from 'fastify'
import { methodNotAllowed } from '../errors.ts'

/**
 * Answers 405 with `Allow` for other methods of known paths. Call it before the routes are mounted.
 * @returns what to call afterwards
 */
export const refuseOtherMethods = (app: FastifyInstance): (() => void) => {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const methods = methodsOf.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(url, methods)
  })
  return () => {
    const known = [...methodsOf]
    for (const [url] of known) {
      const served = known.filter(([pattern]) => serves(pattern, url)).map(([, methods]) => methods)
      refuseAllBut(app, url, new Set(served.flatMap((methods) => [...methods])))
    }
  }
}

// a refusal for `/users/me` must not hide what `/users/:id` does there
const serves = (pattern: string, url: string) =>
  pattern === url || new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/:]+')}$`).test(url)

const refuseAllBut = (app: FastifyInstance, url: string, methods: Set<string>) => {
  const allowed = [...methods].sort()
  const refused = app.supportedMethods.filter((method) => !methods.has(method))
  app.route({
    method: refused,
    url,
    // before the body is read
    onRequest: async () => {
      throw methodNotAllowed(allowed)
    },
    handler: () => {},
  })
}
