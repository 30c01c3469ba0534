import type { IncomingMessage } from 'node:http'
import type { Http2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import type { BffRequest } from './proxy.ts'

type NodeRequest = IncomingMessage & { stream?: Pick<Http2Stream, 'endAfterHeaders'> }

/**
 * A request of Node's, for a BFF. Its body is read only when it is passed on, so that the application's own parsers
 * still find it.
 */
export const nodeRequest = (request: NodeRequest, path: string): BffRequest => ({
  method: request.method ?? 'GET',
  url: addressOf(path),
  headers: new Headers(
    Object.entries(request.headers)
      // pseudo-header fields (RFC 9113 §8.3), which fetch refuses
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]): [string, string] => [name, `${value}`]),
  ),
  get body() {
    return hasBody(request) ? (Readable.toWeb(request) as unknown as BffRequest['body']) : null
  },
})

const hasBody = ({ method, headers, stream }: NodeRequest): boolean => {
  // fetch refuses to send one with these
  if (method === 'GET' || method === 'HEAD') return false
  // RFC 9112 §6: one of these says that there is a body; over HTTP/2, it need not be either (RFC 9113 §8.1)
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return coding !== undefined || Number(length) > 0 || stream?.endAfterHeaders === false
}

const base = 'http://this.invalid'

// a path may begin with two slashes, which would be a host; an invalid path (RFC 9112 §3.2) leads nowhere
const addressOf = (path: string): string => (path.startsWith('/') ? base + path : `${base}/`)
