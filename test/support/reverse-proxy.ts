import { once } from 'node:events'
import { createServer, type RequestListener, request as requestOver } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A proxy's handling of `X-Forwarded-For`. */
export type Forwarding =
  | 'appends'
  | 'drops'
  /** Hides its clients, as some are configured to. */
  | 'hides'
  /** Passes its client's header on, or else claims a remote address. */
  | 'believes'

type Certificate = { key: string; cert: string }

/** An address beyond every network of ours. */
const afar = '198.51.100.7'

const forwardings: Record<Forwarding, (given: string | undefined, client: string) => string | undefined> = {
  appends: (given, client) => [given, client].filter(Boolean).join(', '),
  drops: () => undefined,
  hides: (given) => [given, 'unknown'].filter(Boolean).join(', '),
  believes: (given) => given ?? afar,
}

/** A proxy on this machine, with TLS if it has a certificate, which ends with the test file. `to` may be set later, as may `from`, its own address. */
export const startReverseProxy = async (forwarding: Forwarding, certificate?: Certificate) => {
  const self = { to: '', from: '127.0.0.1', forwarding, address: '' }
  const serve: RequestListener = (request, response) => {
    const given = request.headersDistinct['x-forwarded-for']?.join(', ')
    const { 'x-forwarded-for': _, ...headers } = request.headers
    const forwardedFor = forwardings[self.forwarding](given, request.socket.remoteAddress ?? '')
    const onward = requestOver(
      new URL(request.url ?? '/', self.to),
      {
        method: request.method,
        localAddress: self.from,
        headers: { ...headers, ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }) },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  }
  const server = certificate ? createSecureServer(certificate, serve) : createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  self.address = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`
  return self
}
