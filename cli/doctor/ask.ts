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
  /** Of our end of the connection. */
  localPort: number | undefined
  /** Until when the certificate is good. */
  certificateEnds: Date | undefined
}

/** Asks once, on a connection of its own, and follows no redirect. @throws what Node says, without an answer */
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

/** What went wrong on the way to an address, in words, and what to do. */
export const unanswered = (address: string, error: unknown): { why: string; remedy: string } => {
  const { host, hostname } = new URL(address)
  const { code, name, message } = Object(error)
  const known: Record<string, [why: string, remedy: string]> = {
    ENOTFOUND: [`${hostname} is not a known name`, 'Add it to the DNS, or correct the address.'],
    EAI_AGAIN: [`the DNS does not answer for ${hostname}`, 'Check the name servers of this machine.'],
    ECONNREFUSED: [`nothing listens at ${host}`, 'Start what should answer there, or correct host and port.'],
    ECONNRESET: [`${host} hung up`, 'Check that what answers there speaks the protocol of the address.'],
    CERT_HAS_EXPIRED: [`the certificate of ${host} has expired`, 'Renew it.'],
    ERR_TLS_CERT_ALTNAME_INVALID: [
      `the certificate of ${host} is for another name`,
      'Get one for this name.',
    ],
  }
  const [why, remedy] = known[code] ??
    (name === 'AbortError' || name === 'TimeoutError'
      ? [`${host} does not answer`, 'Check firewalls on the way, and that something runs there.']
      : undefined) ??
    (/certificate|self.signed|issuer/i.test(`${code} ${message}`)
      ? [
          `the certificate of ${host} is not trusted (${message})`,
          'Serve the whole chain of a trusted authority; name an authority of your own in NODE_EXTRA_CA_CERTS.',
        ]
      : undefined) ?? [`${host} cannot be asked (${message})`, 'Check the address, and what answers there.']
  return { why, remedy }
}
