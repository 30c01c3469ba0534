import { Offline, Refused } from '../refused.ts'
import { problem, refusal, unavailable } from './answers.ts'
import { ownRoutes, type Pages } from './bff-routes.ts'
import { isFromElsewhere } from './cross-site.ts'
import {
  addressRule,
  basePathRule,
  optional,
  originRule,
  requireOptions,
  sealingKeyRule,
  upstreamsRule,
} from './options.ts'
import { type BffRequest, proxied } from './proxy.ts'
import { newVisits, type Visit } from './visit.ts'

export type BffOptions = {
  /** Where the service is: `https://accounts.example.com`. */
  url: string
  /** Its `PUBLIC_URL`, its name towards returning browsers, if that differs from `url`. */
  issuer?: string
  /** At least 32 random characters: `openssl rand -base64 32`. Of several the first seals, and all open. */
  key: string | readonly string[]
  /** Your own public origin: `https://shop.example.com`. Requests from any other are refused. */
  origin: string
  /** `__Host-session` by default. Pending steps have others, named `…-under-way…`. */
  cookie?: string
  /** Your APIs, by the path that leads to them: `{ '/api': 'http://127.0.0.1:8080' }`. They get the person's token. */
  upstreams?: Readonly<Record<string, string>>
  /** The prefix of the paths that it answers itself: with `/auth`, people sign in at `/auth/login`. */
  basePath?: string
  /** Where people go after `GET /callback`, unless the service asked them to wait (429): then they load that again. */
  pages?: Pages
  fetch?: typeof fetch
}

export type Bff = ReturnType<typeof createBff>

/**
 * A backend for a frontend (draft-ietf-oauth-browser-based-apps §6.1): the tokens stay on your server, sealed into a
 * cookie that no script can read, and no database is needed.
 *
 * Requests with the same stale cookie share one refresh, and for five minutes a request with the old cookie gets its
 * pair, and the new cookie. Only this process remembers that, but in all copies of this module: bundlers make one for
 * each kind of page.
 */
export const createBff = (given: BffOptions) => {
  requireOptions('createBff', given, {
    url: addressRule,
    issuer: optional(addressRule),
    key: sealingKeyRule,
    origin: originRule,
    basePath: optional(basePathRule),
    upstreams: optional(upstreamsRule),
  })
  const { origin } = given
  const upstreams = Object.entries(given.upstreams ?? {})
  const visit = newVisits(given)
  const routes = ownRoutes(given)

  /** The BFF's own answer, without the cookies. @returns nothing for the application's paths */
  const answer = async (request: BffRequest, visited: Visit): Promise<Response | undefined> => {
    if (isFromElsewhere(request, origin)) return problem(403, 'cross_site', 'This came from another site.')
    const { pathname, searchParams } = new URL(request.url)
    const own = routes[`${request.method} ${pathname}`]
    try {
      if (own) return await own(visited, request, searchParams)
      const [prefix, upstream] = upstreams.find(([path]) => pathname.startsWith(`${path}/`)) ?? []
      return prefix && upstream ? await proxied(request, visited, { origin, prefix, upstream }) : undefined
    } catch (error) {
      if (error instanceof Offline) return unavailable()
      if (error instanceof Refused) return refusal(error)
      throw error
    }
  }

  return {
    visit,
    answer,
    /** Both, for a server of fetch requests. @param address of the browser, if the server knows it */
    handle: async (request: Request, address?: string): Promise<Response | undefined> => {
      const visited = visit({ headers: request.headers, address })
      const answered = await answer(request, visited)
      if (answered) for (const cookie of visited.setCookies) answered.headers.append('Set-Cookie', cookie)
      return answered
    },
  }
}
