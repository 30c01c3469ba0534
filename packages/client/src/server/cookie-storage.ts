import type { StorageLike } from '../store.ts'
import type { Seal } from './seal.ts'

/** What a browser's cookie keeps, sealed, and the `Set-Cookie` that the answer needs. */
export type CookieStorage = StorageLike & {
  /** Nothing, if nothing was changed. */
  readonly setCookie: string | undefined
}

const days = 24 * 60 * 60
// sessions live for 30 days unless the service is told otherwise; a cookie that outlives one does no harm
const maxAgeSeconds = 30 * days

/** Keeps what a client keeps in the cookie itself, so that a server needs no store. */
export const cookieStorage = (seal: Seal, name: string, header: string | undefined): CookieStorage => {
  const sealed = cookieIn(header, name)
  let setCookie: string | undefined
  let opened: Promise<Map<string, string>> | undefined
  const values = () => {
    opened ??= openValues(seal, sealed)
    return opened
  }
  const write = async (change: (kept: Map<string, string>) => unknown) => {
    const kept = await values()
    change(kept)
    const value = kept.size > 0 ? await seal.seal(JSON.stringify([...kept])) : ''
    const age = kept.size > 0 ? maxAgeSeconds : 0
    setCookie = `${name}=${value}; Max-Age=${age}; Path=/; Secure; HttpOnly; SameSite=Lax`
  }

  return {
    getItem: async (key) => (await values()).get(key),
    setItem: (key, value) => write((kept) => kept.set(key, value)),
    removeItem: async (key) => {
      if ((await values()).has(key)) await write((kept) => kept.delete(key))
    },
    get setCookie() {
      return setCookie
    },
  }
}

const openValues = async (seal: Seal, sealed: string | undefined): Promise<Map<string, string>> => {
  const text = sealed && (await seal.open(sealed))
  return new Map(text ? JSON.parse(text) : [])
}

const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
