import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { clientOf } from '#platform/http/client.ts'
import { cookieJar } from '#platform/http/cookie.ts'
import { isFromElsewhere } from '#platform/http/same-origin.ts'
import type { HostedPage, Visit } from '../hosted-page.ts'
import type { Realm } from '../realm.ts'
import { visitOf } from '../visit.ts'

// one per request, so that errors know the visitor, too
const visits = new WeakMap<FastifyRequest, Visit>()

export const visitAt = (
  deps: Deps,
  realm: Realm,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { isPrivate, subject = isPrivate ? 'account' : undefined }: Pick<HostedPage, 'isPrivate' | 'subject'> = {},
): Visit => {
  const visit =
    visits.get(request) ??
    visitOf(deps, realm, {
      clientOf: () => clientOf(deps, request, reply),
      acceptLanguage: request.headers['accept-language'],
      cookies: jarOf(deps, realm, request, reply),
      path: request.routeOptions.url ?? '/',
      pageBefore: pageIn(request.headers.referer),
      query: request.query,
      isFromElsewhere: isFromElsewhere(request),
      subject,
    })
  visits.set(request, visit)
  return visit
}

const jarOf = (
  { config }: Deps,
  { cookieOf }: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit['cookies'] => {
  const jar = cookieJar(request, reply, config.publicUrl?.startsWith('https:') ?? true)
  return {
    read: (name) => jar.read(cookieOf(name)),
    write: (name, value, seconds) => jar.write(cookieOf(name), value, seconds),
    drop: (name) => jar.drop(cookieOf(name)),
  }
}

// `//host` would be read as another site's address
const pageIn = (referer: string | undefined): string | undefined => {
  const { pathname = '', search = '' } = URL.parse(referer ?? '') ?? {}
  return /^\/(?!\/)/.test(pathname) ? pathname + search : undefined
}
