import type { FastifyRequest } from 'fastify'
import { type ClientAddress, clientAddress, type TrustedProxies } from './client-address.ts'

const maxUserAgentCharacters = 256

type Edge = { config: { trustedProxies: TrustedProxies }; log: { warn(detail: object, text: string): void } }

/** Who sent a request. Warns, once, when a proxy is in front that no setting names. */
export const clientOf = (
  edge: Edge,
  request: FastifyRequest,
): ClientAddress & { userAgent: string | undefined } => {
  const forwardedFor = request.headers['x-forwarded-for']
  const client = clientAddress(
    request.socket.remoteAddress,
    [forwardedFor].flat().join(',') || undefined,
    edge.config.trustedProxies,
  )
  if (client.counting === 'shared' && !warned.has(edge)) {
    warned.add(edge)
    edge.log.warn({ peer: request.socket.remoteAddress ?? 'unix socket' }, sharedWarning)
  }
  return { ...client, userAgent: readable(request.headers['user-agent']) }
}

const sharedWarning =
  'Requests come through a proxy that TRUSTED_PROXIES does not name: all its clients are counted as one. Set it to the address of the proxy.'

const warned = new WeakSet<Edge>()

// what a stranger sent ends up in the owner's list of sessions: printable characters only, and not many
const readable = (text: string | undefined) =>
  text?.replace(/[^\x20-\x7e]/g, '?').slice(0, maxUserAgentCharacters)
