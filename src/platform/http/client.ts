import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from '../../deps.ts'
import type { TrustedProxies } from '../trusted-proxies.ts'
import { clientAddress } from './client-address.ts'
import { noteRefused } from './refused.ts'

const maxUserAgentCharacters = 256

type Edge = { config: { trustedProxies: TrustedProxies }; log: { warn(detail: object, text: string): void } }

/** Warns once of each kind of misconfigured proxy. */
export const clientOf = (edge: Edge, request: FastifyRequest, reply?: FastifyReply): Client => {
  const { socket } = request
  const peer = socket.remoteAddress
  const { fault, ...client } = clientAddress(peer, forwardedFor(request.headers), edge.config.trustedProxies)
  if (client.counting === 'shared') warnOnce(edge, fault ?? 'unnamed', peer)
  const { 'user-agent': userAgent, 'accept-language': acceptLanguage } = request.headers
  return {
    ...client,
    userAgent: readable(userAgent),
    acceptLanguage,
    hasGone: () => socket.destroyed,
    noteRefused: (fault) => noteRefused(request, fault),
    ...(reply && { answered: () => answeredBy(reply) }),
  }
}

const answeredBy = async ({ raw }: FastifyReply): Promise<void> => {
  if (!raw.writableFinished && !raw.destroyed) await once(raw, 'close')
}

/** The proxies' account of the client: `X-Forwarded-For`. Only a proxy sends an empty one. */
export const forwardedFor = ({ 'x-forwarded-for': lines }: FastifyRequest['headers']): string | undefined =>
  typeof lines === 'object' ? lines.join() : lines

const warnings = {
  unnamed:
    'Requests come through a proxy that TRUSTED_PROXIES does not name: all its clients are counted as one. Add the address of the proxy, or set TRUSTED_PROXIES=none if there is none.',
  silent:
    'A proxy that TRUSTED_PROXIES names sends requests without X-Forwarded-For: all its clients are counted as one. Make it send the header, or remove it from TRUSTED_PROXIES if it is not a proxy.',
  garbled:
    'A proxy that TRUSTED_PROXIES names sends an X-Forwarded-For whose last entry is not an address: all its clients are counted as one. Make it append the address of its client.',
}

type Fault = keyof typeof warnings

const warned = new WeakMap<Edge, Set<Fault>>()

const warnOnce = (edge: Edge, fault: Fault, peer: string | undefined) => {
  const told = warned.get(edge) ?? new Set()
  if (told.has(fault)) return
  warned.set(edge, told.add(fault))
  edge.log.warn({ peer: peer ?? 'unix socket' }, warnings[fault])
}

// shown in the owner's list of sessions, so printable and short
const readable = (text: string | undefined) =>
  text?.replace(/[^\x20-\x7e]/g, '?').slice(0, maxUserAgentCharacters)
