import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { BffRequest } from './proxy.ts'

/** A request of Node's, for a BFF. Its body is read only where it is passed on: the application's own parsers find it. */
export const nodeRequest = (request: IncomingMessage, path: string): BffRequest => ({
  method: request.method ?? 'GET',
  url: addressOf(path),
  headers: new Headers(
    Object.entries(request.headers).map(([name, value]): [string, string] => [name, `${value}`]),
  ),
  get body() {
    // RFC 9112 §6: one of these says that there is a body
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    return coding !== undefined || Number(length) > 0
      ? (Readable.toWeb(request) as unknown as BffRequest['body'])
      : null
  },
})

const base = 'http://this.invalid'

// a path may begin with two slashes, which would be a host; what is no path at all (RFC 9112 §3.2) leads nowhere
const addressOf = (path: string): string => (path.startsWith('/') ? base + path : `${base}/`)
