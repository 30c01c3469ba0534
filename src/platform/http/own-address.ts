import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Makes addresses of this service, of `PUBLIC_URL` or else of where it listens. Never of a request's `Host`, which is
 * whatever a stranger wrote, and what is made of it would be kept and shown to others.
 */
export const addressesOf =
  (app: FastifyInstance, publicUrl: string | undefined) =>
  (path: string): string =>
    `${publicUrl ?? listeningAddress(app)}${path}`

const listeningAddress = ({ server }: FastifyInstance) => {
  const at = server.address()
  // a unix socket has no address that could be followed
  if (at === null || typeof at === 'string') return 'http://localhost'
  return `http://${hostOf(at)}:${at.port}`
}

const hostOf = ({ address, family }: AddressInfo) => {
  if (address === '0.0.0.0' || address === '::') return 'localhost'
  return family === 'IPv6' ? `[${address}]` : address
}
