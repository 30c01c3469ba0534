import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Builds addresses from `PUBLIC_URL`, or from where the service listens. Never from `Host`, which a stranger may have
 * forged, and which would be kept and shown to others.
 */
export const addressesOf =
  (app: FastifyInstance, publicUrl: string | undefined) =>
  (path: string): string =>
    `${publicUrl ?? listeningAddress(app)}${path}`

const listeningAddress = ({ server }: FastifyInstance) => {
  const at = server.address()
  if (at === null || typeof at === 'string') return 'http://localhost'
  return `http://${hostOf(at)}:${at.port}`
}

const hostOf = ({ address, family }: AddressInfo) => {
  if (address === '0.0.0.0' || address === '::') return 'localhost'
  return family === 'IPv6' ? `[${address}]` : address
}
