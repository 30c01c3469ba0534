import type { StorageLike } from '../store.ts'
import type { Seal } from './seal.ts'

/** A cookie, and what it is for. */
export type Cookie = {
  name: string
  seal: Seal
  maxAgeSeconds: number
  /** Whether this is kept here. Anything else that it holds is dropped. */
  keeps(key: string): boolean
}

/** A browser's sealed cookies, and the `Set-Cookie` that the answer needs for each change. */
export type CookieStorage = StorageLike & { readonly setCookies: string[] }

/** Stores a client's state in the cookie itself, so that a server needs no store. */
export const cookieStorage = (cookie: Cookie, header: string | undefined): CookieStorage => {
  const { name, seal, maxAgeSeconds } = cookie
  let setCookie: string | undefined
  let opened: Promise<Map<string, string>> | undefined
  const values = () => {
    opened ??= openValues(cookie, cookieIn(header, name))
    return opened
  }
  const write = async (change: (kept: Map<string, string>) => unknown) => {
    const kept = await values()
    change(kept)
    const value = kept.size > 0 ? await seal.seal(sealedText(kept, maxAgeSeconds)) : ''
    const age = kept.size > 0 ? maxAgeSeconds : 0
    setCookie = `${name}=${value}; Max-Age=${age}; Path=/; Secure; HttpOnly; SameSite=Lax`
  }

  return {
    getItem: async (key) => (await values()).get(key),
    setItem: (key, value) => write((kept) => kept.set(key, value)),
    removeItem: async (key) => {
      if ((await values()).has(key)) await write((kept) => kept.delete(key))
    },
    get setCookies() {
      return setCookie === undefined ? [] : [setCookie]
    },
  }
}

// a name that no version keeps: earlier ones drop it
const end = ''

/** With an expiry of its own: `Max-Age` binds only the browser, and nobody who copied the cookie. */
const sealedText = (kept: Map<string, string>, maxAgeSeconds: number): string =>
  JSON.stringify([...kept, [end, `${Date.now() + maxAgeSeconds * 1_000}`]])

const isOver = (entries: readonly [string, string][]): boolean =>
  entries.some(([name, at]) => name === end && Date.now() > Number(at))

const openValues = async ({ seal, keeps }: Cookie, sealed: string | undefined) => {
  const text = sealed && (await seal.open(sealed))
  const entries: [string, string][] = text ? JSON.parse(text) : []
  return new Map(isOver(entries) ? [] : entries.filter(([key]) => key !== end && keeps(key)))
}

const cookieIn = (header: string | undefined, name: string): string | undefined =>
  cookiesIn(header).find(([own]) => own === name)?.[1]

/** Names and values, the oldest first (RFC 6265 §5.4). */
export const cookiesIn = (header = ''): [name: string, value: string][] =>
  header.split(';').map((part) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/.exec(part.trim()) ?? []
    return [name, value]
  })
