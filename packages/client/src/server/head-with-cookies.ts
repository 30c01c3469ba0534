import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * The arguments of Node's `writeHead`, with cookies added to those that they set: they replace what was set before.
 *
 * @returns nothing if they set no cookies
 */
export const headWithCookies = (
  head: readonly unknown[],
  cookies: readonly string[],
): unknown[] | undefined => {
  const given = head.findLast((part): part is Given => typeof part === 'object' && part !== null)
  const joined = given && joinedWith(given, cookies)
  return joined && head.map((part) => (part === given ? joined : part))
}

const joinedWith = (given: Given, cookies: readonly string[]): Given | undefined => {
  // names and values in turns
  if (Array.isArray(given))
    return given.some((name, index) => index % 2 === 0 && isSetCookie(name))
      ? [...given, ...cookies.flatMap((cookie) => ['Set-Cookie', cookie])]
      : undefined
  const name = Object.keys(given).findLast(isSetCookie)
  return name ? { ...given, [name]: [given[name] ?? []].flat().map(String).concat(cookies) } : undefined
}

const isSetCookie = (name: unknown) => `${name}`.toLowerCase() === 'set-cookie'
