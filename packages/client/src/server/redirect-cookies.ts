import { type Cookie, type CookieStorage, cookieStorage, cookiesIn } from './cookie-storage.ts'

type Redirect = { state: string }

/** A server's own data about a redirect, for the browser's return. */
export type Note = { returnTo?: string | undefined; isSecondTry?: boolean }

export type Notes = {
  /** Of this redirect, if it is pending. */
  of(state: string): Promise<Note | undefined>
  /** Of each pending one. */
  all(): Promise<Note[]>
  write(state: string, note: Note): Promise<unknown>
}

const noteKey = 'note'

// enough to distinguish the few of one browser
const nameCharacters = 8

/**
 * Keeps each redirect of a list in a cookie of its own, so that two tabs leaving at the same moment do not undo each
 * other's.
 *
 * @param cookie what all of them have in common; the name is what theirs begin with
 */
export const redirectCookies = (
  cookie: Cookie,
  header: string | undefined,
): CookieStorage & { notes: Notes } => {
  const keeps = (key: string) => key === noteKey || cookie.keeps(key)
  const open = (name: string) => cookieStorage({ ...cookie, keeps, name }, header)
  const nameOf = (state: string) => cookie.name + state.slice(0, nameCharacters)
  const names = cookiesIn(header).map(([name]) => name)
  // the newest first, as the list has them
  const own = names.filter((name) => name.startsWith(cookie.name)).reverse()
  const storages = new Map(own.map((name) => [name, open(name)]))

  const replace = async (key: string, redirects: readonly Redirect[]): Promise<void> => {
    const texts = new Map(redirects.map((one) => [nameOf(one.state), JSON.stringify(one)]))
    for (const [name, storage] of storages)
      if (!texts.has(name)) for (const each of [key, noteKey]) await storage.removeItem(each)
    for (const [name, text] of texts) {
      const storage = storages.get(name) ?? open(name)
      storages.set(name, storage)
      if ((await storage.getItem(key)) !== text) await storage.setItem(key, text)
    }
  }

  const noteIn = async (storage: CookieStorage | undefined): Promise<Note | undefined> => {
    const text = await storage?.getItem(noteKey)
    return text ? JSON.parse(text) : undefined
  }

  return {
    notes: {
      of: (state) => noteIn(storages.get(nameOf(state))),
      all: async () =>
        (await Promise.all([...storages.values()].map(noteIn))).filter((note) => note !== undefined),
      write: async (state, note) => storages.get(nameOf(state))?.setItem(noteKey, JSON.stringify(note)),
    },
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
