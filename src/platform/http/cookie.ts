import type { FastifyRequest } from 'fastify'

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
