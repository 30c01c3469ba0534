import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { badRequest, headersTooLarge, type Refused, requestTimeout } from '../errors.ts'
import { propertiesOf } from '../properties-of.ts'
import { isForHtml } from './asks-for-page.ts'
import type { EdgeHeaders } from './headers.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse }

/** Of a connection: its latest request, and at least all those not fully answered. */
type Line = { latest: Exchange; open: Exchange[]; sweepsAt: number; isBroken: boolean }

const lines = new WeakMap<Socket, Line>()

/** Tracks requests per connection, so that nothing is answered twice when it breaks. */
export const watchLines = (server: Server): void => {
  server.prependListener('request', (request, response) => {
    const latest = { request, response }
    const line = lines.get(request.socket) ?? { latest, open: [], sweepsAt: fewest, isBroken: false }
    lines.set(request.socket, line)
    line.latest = latest
    line.open.push(latest)
    if (line.open.length < line.sweepsAt) return
    // a listener for each answer would cost more
    line.open = line.open.filter(({ response }) => !response.closed)
    line.sweepsAt = Math.max(fewest, 2 * line.open.length)
  })
}

const fewest = 2

/** A refusal as a page, in the language that `Accept-Language` asks for. */
export type RawPage = (
  refused: Refused,
  acceptLanguage: string | undefined,
) => { headers: EdgeHeaders; text: string }

type LineError = Error & { code?: string }

/** Answers incomplete requests: broken HTTP, headers too large or too slow, disconnects. */
export const refuseLine =
  (headers: EdgeHeaders, page: RawPage) =>
  (error: LineError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const line = lines.get(socket)
    // a failed parser reports every further packet
    if (line?.isBroken) return
    if (line) line.isBroken = true
    const pending = (line?.open ?? []).filter(isBeingAnswered)
    if (pending.length > 0) hangUpAfter(pending, socket)
    else socket.end(isAnswered(line, error) ? '' : rawAnswer(error, headers, page), () => socket.destroy())
  }

// this request is complete, or its answer has begun: no second answer
const isBeingAnswered = ({ request, response }: Exchange) =>
  !response.closed && (request.complete || response.headersSent)

const hangUpAfter = (pending: readonly Exchange[], socket: Socket) => {
  let left = pending.length
  for (const { response } of pending) {
    response.shouldKeepAlive = false
    response.once('close', () => --left === 0 && socket.end(() => socket.destroy()))
  }
}

// Unreadable bytes may be the rest of a body that was already answered. Oversized or slow headers are a request of
// their own, and so is anything after a request without a body.
const isAnswered = (line: Line | undefined, { code = '' }: { code?: string }) => {
  if (!line) return false
  const { request, response } = line.latest
  return request.complete ? !isOfItsOwn.has(code) && mayHaveTail(request) : response.headersSent
}

const isOfItsOwn = new Set(['HPE_HEADER_OVERFLOW', 'ERR_HTTP_REQUEST_TIMEOUT'])

const mayHaveTail = ({ method = '', headers }: IncomingMessage) =>
  !['GET', 'HEAD'].includes(method) || 'content-length' in headers || 'transfer-encoding' in headers

const refusalByCode = ({ code = '' }: { code?: string }) => (byNodeCode[code] ?? badRequest)()

const byNodeCode: Record<string, () => Refused> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
}

const rawAnswer = (error: LineError, common: EdgeHeaders, page: RawPage) => {
  const refused = refusalByCode(error)
  const { accept, 'accept-language': language } = readSome(error)
  const { headers: own, text } = isForHtml(accept) ? page(refused, language) : jsonOf(refused)
  const headers = {
    ...common,
    // one policy, not two that both hold
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toLowerCase(), value])),
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${refused.status} Refused`, ...head, '', text].join('\r\n')
}

const jsonOf = ({ body }: Refused) => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  text: JSON.stringify(body),
})

/** Of headers that nobody has parsed: a browser sends its cookies, which may be too many, after these. */
const readSome = (error: LineError): Record<string, string | undefined> => {
  const { rawPacket } = propertiesOf(error)
  if (!Buffer.isBuffer(rawPacket)) return {}
  const lines = rawPacket.toString('latin1').matchAll(/^(accept|accept-language): *([^\r\n]{1,1000})/gim)
  return Object.fromEntries([...lines].map(([, name = '', value]) => [name.toLowerCase(), value]))
}
