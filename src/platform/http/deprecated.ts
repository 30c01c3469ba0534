import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Deprecation } from '#contract/deprecations.ts'
import { propertiesOf } from '../properties-of.ts'

type Announcement = {
  addressOf: (path: string) => string
  onCall: (deprecation: Deprecation, request: FastifyRequest) => void
}

/**
 * Adds deprecation headers to the routes that the register names. Call it before the routes are mounted.
 * @returns what to call afterwards; throws if the register names an operation that doesn't exist
 * @throws for invalid days, or a sunset before the deprecation (RFC 9745 §4)
 */
export const announceDeprecated = (
  app: FastifyInstance,
  register: readonly Deprecation[],
  { addressOf, onCall }: Announcement,
): (() => void) => {
  const unseen = new Set(register)
  register.forEach(checkDays)
  const hooksOf = new Map<string, ReturnType<typeof hooksFor>>(
    register.map(({ operation }) => [operation, hooksFor(operation)]),
  )
  const announceAt = (route: RouteOptions) => {
    const hooks = hooksOf.get(nameOf(route))
    if (!hooks) return
    for (const deprecation of register)
      if (deprecation.operation === nameOf(route)) unseen.delete(deprecation)
    route.onSend = withHook(route.onSend, hooks.onSend)
    route.onResponse = withHook(route.onResponse, hooks.onResponse)
  }
  if (register.length > 0) app.addHook('onRoute', announceAt)
  return () => {
    const [lost] = unseen
    if (lost) throw new Error(`There is no operation ${lost.operation} that could be deprecated.`)
  }

  function hooksFor(operation: string) {
    const ofRoute = register.filter((deprecation) => deprecation.operation === operation)
    const usedBy = (request: FastifyRequest) => ofRoute.filter(({ part }) => uses(request, part))
    const onSend = async (request: FastifyRequest, reply: FastifyReply) => {
      const used = usedBy(request)
      if (used.length > 0) reply.headers(headersFor(used, addressOf))
    }
    const onResponse = async (request: FastifyRequest, reply: FastifyReply) => {
      // refused calls don't count
      if (reply.statusCode < 400) for (const deprecation of usedBy(request)) onCall(deprecation, request)
    }
    return { onSend, onResponse }
  }
}

// Fastify's HEAD routes already have some of GET's hooks
const withHook = <Hook>(hooks: Hook | Hook[] | undefined, hook: Hook): Hook[] => [
  ...new Set([...(hooks === undefined ? [] : ([hooks].flat() as Hook[])), hook]),
]

const checkDays = ({ operation, since, sunset = since }: Deprecation) => {
  if (!(Date.parse(since) <= Date.parse(sunset)))
    throw new Error(`${operation} cannot be deprecated since ${since} with a sunset of ${sunset}.`)
}

// HEAD is answered as GET
const nameOf = ({ method, url }: RouteOptions) =>
  `${method === 'HEAD' ? 'GET' : method} ${url.replace(/:(\w+)/g, '{$1}')}`

// any client may read a field of an answer
const uses = (request: FastifyRequest, part: Deprecation['part']): boolean =>
  part === undefined ||
  part.in === 'answer' ||
  holds(part.in === 'body' ? request.body : request.query, part.field.split('.'))

const holds = (value: unknown, [name, ...rest]: string[]): boolean => {
  if (name === undefined) return value !== undefined
  if (Array.isArray(value)) return value.some((item) => holds(item, [name, ...rest]))
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, name) &&
    holds(propertiesOf(value)[name], rest)
  )
}

/** RFC 9745 and RFC 8594: the earliest dates of what was used. */
const headersFor = (used: readonly Deprecation[], addressOf: Announcement['addressOf']) => {
  const since = Math.min(...used.map((deprecation) => Date.parse(deprecation.since)))
  const sunsets = used.flatMap(({ sunset }) => (sunset === undefined ? [] : [Date.parse(sunset)]))
  const links = used.flatMap(({ link, sunset }) => {
    const address = new URL(link ?? addressOf('/changelog'), addressOf('/')).href
    return ['deprecation', ...(sunset === undefined ? [] : ['sunset'])].map(
      (relation) => `<${address}>; rel="${relation}"; type="text/html"`,
    )
  })
  return {
    Deprecation: `@${since / 1_000}`,
    ...(sunsets.length > 0 && { Sunset: new Date(Math.min(...sunsets)).toUTCString() }),
    Link: [...new Set(links)].join(', '),
  }
}
