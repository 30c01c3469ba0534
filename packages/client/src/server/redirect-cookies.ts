import { type Cookie, type CookieStorage, cookieStorage, cookiesIn } from './cookie-storage.ts'

type Redirect = { state: string }

// enough to tell the few of one browser apart
const nameCharacters = 8

/**
 * Keeps each redirect of a list in a cookie of its own, so that of two tabs which leave at the same moment neither answer undoes
 * the other's.
 *
 * @param cookie what all of them have in common; the name is what theirs begin with
 */
export const redirectCookies = (cookie: Cookie, header: string | undefined): CookieStorage => {
  const open = (name: string) => cookieStorage({ ...cookie, name }, header)
  const names = cookiesIn(header).map(([name]) => name)
  // the newest first, as the list has them
  const own = names.filter((name) => name.startsWith(cookie.name)).reverse()
  const storages = new Map(own.map((name) => [name, open(name)]))

  const replace = async (key: string, redirects: readonly Redirect[]): Promise<void> => {
    const texts = new Map(
      redirects.map((one) => [cookie.name + one.state.slice(0, nameCharacters), JSON.stringify(one)]),
    )
    for (const [name, storage] of storages) if (!texts.has(name)) await storage.removeItem(key)
    for (const [name, text] of texts) {
      const storage = storages.get(name) ?? open(name)
      storages.set(name, storage)
      if ((await storage.getItem(key)) !== text) await storage.setItem(key, text)
    }
  }

  return {
    getItem: async (key) => {
      const texts = await Promise.all([...storages.values()].map((storage) => storage.getItem(key)))
      return `[${texts.filter(Boolean)}]`
    },
    setItem: (key, value) => replace(key, JSON.parse(value)),
    removeItem: (key) => replace(key, []),
    get setCookies() {
      return [...storages.values()].flatMap(({ setCookies }) => setCookies)
    },
  }
}
