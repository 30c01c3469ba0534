import { lookup } from 'node:dns'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { isPublicAddress } from '#platform/addresses.ts'
import { inSpan } from '#platform/tracing/in-span.ts'
import { ProviderFault } from './provider.ts'

/** From the DNS lookup to the last byte. */
const deadlineMs = 5_000
const maxBytes = 2 ** 20

/**
 * Limits what a provider can do to us: at most a mebibyte within five seconds, no redirects, no content encoding, and
 * public addresses only, except for the host that the operator named, so that it cannot make us call our own network.
 */
export const fetchFor =
  (namedHost: string): CustomFetch =>
  async (address, options) => {
    const url = new URL(address)
    const isNamed = url.hostname === namedHost
    // literal addresses are never looked up
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    if (!isNamed && isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic(url.hostname)
    const about = { name: `${options.method} ${url.host}`, isOutgoing: true }
    return inSpan(about, () => ask(url, options, isNamed ? lookup : lookupPublic))
  }

const ask = async (
  url: URL,
  { method, headers, body }: Parameters<CustomFetch>[1],
  look: LookupFunction,
): Promise<Response> => {
  const { request: begin } = await protocolOf(url)
  const request = begin(url, {
    method,
    headers,
    signal: AbortSignal.timeout(deadlineMs),
    // a reused connection would skip the lookup
    agent: false,
    lookup: look,
  })
  request.end(body?.toString())
  try {
    const [message] = (await once(request, 'response')) as [IncomingMessage]
    return await responseOf(message)
  } catch (cause) {
    if (cause instanceof ProviderFault) throw cause
    throw new ProviderFault(`${url.host} is away`, { isAway: true, cause })
  }
}

// Only once a provider is asked: importing node:http loads all of undici, 4 MB, for its WebSocket.
const protocolOf = ({ protocol }: URL) => (protocol === 'https:' ? import('node:https') : import('node:http'))

// checks the addresses that are then connected to: the next lookup may return others
const lookupPublic: LookupFunction = (hostname, options, answer) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return answer(error ?? notPublic(hostname), '')
    if (!addresses.every(({ address }) => isPublicAddress(address))) return answer(notPublic(hostname), '')
    if (options.all) return answer(null, addresses)
    return answer(null, first.address, first.family)
  })

const notPublic = (host: string) => new ProviderFault(`${host} is not on the public internet`)

const responseOf = async (message: IncomingMessage): Promise<Response> => {
  const { statusCode: status = 500, headersDistinct } = message
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message) {
    bytes += chunk.length
    // leaving the loop closes the connection
    if (bytes > maxBytes) throw new ProviderFault(`an answer of more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers })
}
