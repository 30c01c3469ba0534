import type { FastifyReply, FastifyRequest } from 'fastify'

/** RFC 6265 §4.2. */
export const cookieOf = (request: FastifyRequest, name: string): string | undefined =>
  (request.headers.cookie ?? '')
    .split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** `HttpOnly` and `SameSite=Lax`. */
export const setCookie = (
  name: string,
  value: string,
  { seconds, isSecure }: { seconds: number; isSecure: boolean },
) => `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** The cookies of one service and one browser. A written cookie can be read at once. */
type CookieJar<Name extends string> = {
  read(name: Name): string | undefined
  write(name: Name, value: string, seconds: number): void
  drop(name: Name): void
}

/** The prefix stops neighbouring hosts from setting them (RFC 6265bis §4.1.3.2), and requires https. */
export const cookieJar = <Name extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
): CookieJar<Name> => {
  const fullName = (name: Name) => `${isSecure ? '__Host-' : ''}sallyport-${name}`
  const written = new Map<Name, string | undefined>()
  const write = (name: Name, value: string | undefined, seconds: number) => {
    written.set(name, value)
    reply.header('Set-Cookie', setCookie(fullName(name), value ?? '', { seconds, isSecure }))
  }
  return {
    read: (name) => (written.has(name) ? written.get(name) : cookieOf(request, fullName(name))),
    write,
    drop: (name) => write(name, undefined, 0),
  }
}
