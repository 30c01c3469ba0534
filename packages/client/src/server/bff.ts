import { type Client, clientOn } from '../client.ts'
import { platformOf } from '../platform.ts'
import { Offline, Refused } from '../refused.ts'
import { type Kept, memoryStorage } from '../store.ts'
import { problem, refusal, unavailable } from './answers.ts'
import { ownRoutes, type Pages } from './bff-routes.ts'
import { newBrowserCookies } from './browser-cookies.ts'
import { isFromElsewhere } from './cross-site.ts'
import { endingReplaced } from './ending-replaced.ts'
import { newExchanges } from './exchanges.ts'
import { type AnyHeaders, headerOf } from './headers.ts'
import { withNewestPair } from './newest-pair.ts'
import {
  addressRule,
  optional,
  originRule,
  requireOptions,
  sealingKeyRule,
  upstreamsRule,
} from './options.ts'
import { type BffRequest, proxied } from './proxy.ts'
import { watchCookies } from './unsent-cookies.ts'

export type BffOptions = {
  /** Where the service is: `https://accounts.example.com`. */
  url: string
  /** Its `PUBLIC_URL`, by which it names itself to a browser that comes back, where that is another than `url`. */
  issuer?: string
  /** At least 32 random characters: `openssl rand -base64 32`. Of several the first seals, and all open. */
  key: string | readonly string[]
  /** Your own public origin: `https://shop.example.com`. What comes from any other is refused. */
  origin: string
  /** `__Host-session` unless you say otherwise. What is under way has others, named `…-under-way…`. */
  cookie?: string
  /** Your APIs, by the path that leads to them: `{ '/api': 'http://127.0.0.1:8080' }`. They get the person's token. */
  upstreams?: Readonly<Record<string, string>>
  /** Where people go after `GET /callback`, unless the service asked them to wait (429): then they load that again. */
  pages?: Pages
  fetch?: typeof fetch
}

/** One request of a browser. */
export type Visit = {
  /** Acts for the person whose browser this is, with the tokens in its cookies. */
  sallyport: Client
  /** The browser's, if the server knows it. */
  address: string | undefined
  /** For the answer, once the client is done: a header for each. */
  readonly setCookies: readonly string[]
  /** Whether it was read-only, and a call was refused as `needs_refresh`. */
  readonly needsRefresh: boolean
}

/** What a visit is told of the browser. */
export type Visitor = {
  headers: AnyHeaders
  address?: string | undefined
  /**
   * Where no cookie can be set, as in a server component: a call with a token that is too old is refused as `needs_refresh`,
   * and nothing is exchanged. The pair that came of it would be lost, and the old one looks stolen later.
   */
  readOnly?: boolean
}

export type Bff = ReturnType<typeof createBff>

// in the cookies of browsers, so it stays
const pairKey = 'sallyport'

/**
 * A backend for a frontend (draft-ietf-oauth-browser-based-apps §6.1): the tokens stay on your server, sealed into a cookie
 * that no script can read, and no database is needed.
 *
 * Requests with the same stale cookie share one refresh, and for five minutes a request with the old cookie gets its pair, and
 * the new cookie. Only this process remembers that.
 */
export const createBff = (given: BffOptions) => {
  requireOptions('createBff', given, {
    url: addressRule,
    issuer: optional(addressRule),
    key: sealingKeyRule,
    origin: originRule,
    upstreams: optional(upstreamsRule),
  })
  const { url, key, origin, cookie = '__Host-session', ...options } = given
  const cookies = newBrowserCookies([key].flat(), cookie, pairKey)
  const upstreams = Object.entries(options.upstreams ?? {})
  const origins = upstreams.map(([, address]) => address)
  const platform = platformOf(options.fetch)
  const exchanges = newExchanges(platform.now)
  const routes = ownRoutes(origin, options.pages)

  /** Reads the cookies of a request. */
  const visit = ({ headers, address, readOnly = false }: Visitor): Visit => {
    const storage = cookies(headerOf(headers, 'cookie'))
    const agent = headerOf(headers, 'user-agent')
    const languages = headerOf(headers, 'accept-language')
    const own = {
      url,
      key: pairKey,
      origins,
      // counted only where the service trusts this server: TRUSTED_PROXIES
      headers: {
        ...(address && { 'X-Forwarded-For': address }),
        ...(agent && { 'User-Agent': agent }),
        ...(languages && { 'Accept-Language': languages }),
      },
      ...(options.issuer !== undefined && { issuer: options.issuer }),
    }
    // other tabs may be at work in a session that a browser keeps by itself; this one is of its server alone
    const end = async (kept: Kept) => {
      const before = memoryStorage()
      await before.setItem(pairKey, JSON.stringify(kept))
      // the new session may come from the same visit on the pages
      await clientOn(platform, { ...own, storage: before }).signOut({ keepVisit: true })
    }
    const kept = endingReplaced(withNewestPair(storage, pairKey, exchanges), pairKey, end)
    let [areSent, needsRefresh] = [false, false]
    const exchange: typeof exchanges.share = async (sent, ask) => {
      const pair = await exchanges.share(sent, ask)
      watchCookies(() => areSent)
      return pair
    }
    const refuse: typeof exchanges.share = async (sent) => {
      const known = exchanges.newest(sent)
      if (known !== sent) return known.pair
      needsRefresh = true
      throw new Refused('This visit is read-only, and its tokens have to be renewed.', {
        code: 'needs_refresh',
      })
    }
    return {
      sallyport: clientOn({ ...platform, share: readOnly ? refuse : exchange }, { ...own, storage: kept }),
      address,
      get setCookies() {
        areSent = true
        return storage.setCookies
      },
      get needsRefresh() {
        return needsRefresh
      },
    }
  }

  /** The answer of the BFF itself, without the cookies. @returns nothing for a path that is the application's */
  const answer = async (request: BffRequest, visited: Visit): Promise<Response | undefined> => {
    if (isFromElsewhere(request, origin)) return problem(403, 'cross_site', 'This came from another site.')
    const { pathname, searchParams } = new URL(request.url)
    const own = routes[`${request.method} ${pathname}`]
    try {
      if (own) return await own(visited.sallyport, request, searchParams)
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
