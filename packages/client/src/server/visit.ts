import { type Client, clientOn } from '../client.ts'
import { platformOf } from '../platform.ts'
import { Refused } from '../refused.ts'
import { type Kept, memoryStorage } from '../store.ts'
import type { BffOptions } from './bff.ts'
import { newBrowserCookies } from './browser-cookies.ts'
import { endingReplaced } from './ending-replaced.ts'
import { type Exchanges, sharedExchanges } from './exchanges.ts'
import { type AnyHeaders, headerOf } from './headers.ts'
import { withNewestPair } from './newest-pair.ts'
import type { Notes } from './redirect-cookies.ts'
import { watchCookies } from './unsent-cookies.ts'

/** One request of a browser. */
export type Visit = {
  /** Acts for the person at this browser, with the tokens in its cookies. */
  sallyport: Client
  /** The browser's, if known to the server. */
  address: string | undefined
  /** For the answer, once the client is done: a header for each. */
  readonly setCookies: readonly string[]
  /** Whether it was read-only, and a call was refused as `needs_refresh`. */
  readonly needsRefresh: boolean
  /** This server's data about the browser's pending sign-ins. */
  readonly notes: Notes
}

/** A visit's facts about the browser. */
export type Visitor = {
  headers: AnyHeaders
  address?: string | undefined
  /**
   * If no cookie can be set, as in a server component: a call with a stale token is refused as `needs_refresh`, and
   * nothing is exchanged. The new pair would be lost, and the old one would look stolen later.
   */
  readOnly?: boolean
}

// in the cookies of browsers, so it stays
const pairKey = 'sallyport'

/** @returns reads the cookies of a request */
export const newVisits = ({ url, key, cookie = '__Host-session', ...options }: BffOptions) => {
  const cookies = newBrowserCookies([key].flat(), cookie, pairKey)
  const origins = Object.values(options.upstreams ?? {})
  const platform = platformOf(options.fetch)
  const exchanges = sharedExchanges()

  return ({ headers, address, readOnly = false }: Visitor): Visit => {
    const storage = cookies(headerOf(headers, 'cookie'))
    const agent = headerOf(headers, 'user-agent')
    const languages = headerOf(headers, 'accept-language')
    const own = {
      url,
      key: pairKey,
      origins,
      // counted only if the service trusts this server: TRUSTED_PROXIES
      headers: {
        ...(address && { 'X-Forwarded-For': address }),
        ...(agent && { 'User-Agent': agent }),
        ...(languages && { 'Accept-Language': languages }),
      },
      ...(options.issuer !== undefined && { issuer: options.issuer }),
    }
    // other tabs may use a session kept by the browser; this one belongs to its server alone
    const end = async (kept: Kept) => {
      const before = memoryStorage()
      await before.setItem(pairKey, JSON.stringify(kept))
      // the new session may come from the same visit on the pages
      await clientOn(platform, { ...own, storage: before }).signOut({ keepVisit: true })
    }
    const kept = endingReplaced(withNewestPair(storage, pairKey, exchanges), pairKey, end)
    let [areSent, needsRefresh] = [false, false]
    const exchange: Exchanges['share'] = async (sent, ask) => {
      const pair = await exchanges.share(sent, ask)
      watchCookies(() => areSent)
      return pair
    }
    const refuse: Exchanges['share'] = async (sent) => {
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
      notes: storage.notes,
      get setCookies() {
        areSent = true
        return storage.setCookies
      },
      get needsRefresh() {
        return needsRefresh
      },
    }
  }
}
