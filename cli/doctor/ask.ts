import { once } from 'node:events'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'

const deadlineMs = 5_000

export type Answer = {
  status: number
  headers: IncomingMessage['headers']
  body: string
  /** Our end of the connection. */
  localPort: number | undefined
  /** The expiry of the certificate. */
  certificateEnds: Date | undefined
}

/** Sends one request, on a connection of its own, and follows no redirect. @throws Node's error, without an answer */
export const ask = async (address: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const url = new URL(address)
  const signal = AbortSignal.timeout(deadlineMs)
  const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, { headers, signal, agent: false })
  request.end()
  const [message] = (await once(request, 'response')) as [IncomingMessage]
  const { socket, statusCode: status = 0 } = message
  const { localPort } = socket
  const certificateEnds =
    socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined
  return { status, headers: message.headers, body: await text(message), localPort, certificateEnds }
}
