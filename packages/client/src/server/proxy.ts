import type { Client } from '../client.ts'
import { problem } from './answers.ts'
import { isClaim } from './claims.ts'

/** A fetch request, or the part of it that a BFF needs. `body` is touched only when it is passed on. */
export type BffRequest = Pick<Request, 'method' | 'url' | 'headers' | 'body'>

// RFC 9110 §7.6.1, and what is between the browser and this server alone
const notPassedOn = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
  'authorization',
  'cookie',
]

// fetch has decoded the body; and since no cookie reaches the upstream, none of its own could return
const notPassedBack = [...notPassedOn, 'content-encoding', 'set-cookie']

// by fetch (§2.2.1)
const unsendable = new Set(['CONNECT', 'TRACE', 'TRACK'])

type Person = { sallyport: Client; address: string | undefined }

/** @param origin the application's own */
type Route = { origin: string; prefix: string; upstream: string }

/** Sends a request on to an upstream with the person's token and address, and its answer back, both as streams. */
export const proxied = async (
  request: BffRequest,
  { sallyport, address }: Person,
  { origin, prefix, upstream }: Route,
): Promise<Response> => {
  if (unsendable.has(request.method)) return problem(501, 'not_implemented', 'This method is not passed on.')
  const { pathname, search } = new URL(request.url)
  const target = upstream.replace(/\/+$/, '') + pathname.slice(prefix.length) + search
  const { body: sent } = request
  const claims = [...request.headers.keys()].filter(isClaim)
  const headers = without(request.headers, [...notPassedOn, ...claims])
  const { host, protocol } = new URL(origin)
  headers.set('X-Forwarded-Host', host)
  headers.set('X-Forwarded-Proto', protocol.replace(':', ''))
  if (address) headers.set('X-Forwarded-For', address)
  const answer = await sallyport.fetch(target, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(sent && { body: sent, duplex: 'half' as const }),
  })
  const { status, statusText, body } = answer
  return new Response(body, { status, statusText, headers: without(answer.headers, notPassedBack) })
}

const without = (headers: Headers, names: readonly string[]): Headers => {
  // other names there are no headers, and irrelevant
  const own = headers.get('connection')?.toLowerCase().split(',') ?? []
  const dropped = new Set([...names, ...own.map((name) => name.trim())])
  return new Headers([...headers].filter(([name]) => !dropped.has(name)))
}
