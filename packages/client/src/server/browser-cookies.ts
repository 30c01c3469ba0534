import type { StorageLike } from '../store.ts'
import { type Cookie, cookieStorage } from './cookie-storage.ts'
import { type Notes, redirectCookies } from './redirect-cookies.ts'
import { newSeal } from './seal.ts'

/** A client's storage in a browser, and every `Set-Cookie` that the answer needs. */
export type BrowserCookies = StorageLike & { readonly setCookies: string[]; notes: Notes }

const hour = 60 * 60
// sessions live for 30 days by default; a cookie that outlives one does no harm
const pairSeconds = 30 * 24 * hour
// as long as a tab may show the service's page before somebody signs in there; steps and providers allow minutes
const underWaySeconds = 24 * hour
// as long as the service trusts a device at most
const deviceSeconds = 365 * 24 * hour

/**
 * Keeps the pair in one cookie, a step of a sign-in in another, what a trusted device keeps in a third, and each redirect in one of its own. A browser keeps
 * the last answer's cookies. With one cookie for all, the answer to a slow request that refreshed would undo a redirect
 * that began meanwhile, and the answer to a redirect would bring an old pair back.
 *
 * @param name of the first one
 * @returns reads the `Cookie` header of a request
 */
export const newBrowserCookies = (keys: readonly string[], name: string, pairKey: string) => {
  const isPair = (key: string) => key === pairKey
  const isRedirects = (key: string) => key === `${pairKey}.redirect`
  const isDevice = (key: string) => key === `${pairKey}.device`
  // each is sealed for its own name, so neither can replace the other
  const cookie = (own: string, maxAgeSeconds: number, keeps: Cookie['keeps']): Cookie => ({
    name: own,
    seal: newSeal(keys, own),
    maxAgeSeconds,
    keeps,
  })
  const ofPair = cookie(name, pairSeconds, isPair)
  const ofUnderWay = cookie(
    `${name}-under-way`,
    underWaySeconds,
    (key) => ![isPair, isRedirects, isDevice].some((isOther) => isOther(key)),
  )
  const ofDevice = cookie(`${name}-device`, deviceSeconds, isDevice)
  const ofRedirects = cookie(`${name}-under-way-`, underWaySeconds, isRedirects)

  return (header: string | undefined): BrowserCookies => {
    const pair = cookieStorage(ofPair, header)
    const underWay = cookieStorage(ofUnderWay, header)
    const device = cookieStorage(ofDevice, header)
    const redirects = redirectCookies(ofRedirects, header)
    const placeOf = (key: string) => {
      if (isPair(key)) return pair
      if (isDevice(key)) return device
      return isRedirects(key) ? redirects : underWay
    }
    return {
      notes: redirects.notes,
      getItem: (key) => placeOf(key).getItem(key),
      setItem: (key, value) => placeOf(key).setItem(key, value),
      removeItem: (key) => placeOf(key).removeItem(key),
      get setCookies() {
        return [pair, underWay, device, redirects].flatMap(({ setCookies }) => setCookies)
      },
    }
  }
}
