import { once } from 'node:events'
import type { Agent, IncomingMessage } from 'node:http'
import { errorCode } from '../properties-of.ts'
import { type IsNamed, publicLookup } from './public-only.ts'

type Asked = {
  method: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** Hosts that may be on a private network. */
  isNamed: IsNamed
  /** From the lookup of the name to the last byte. */
  deadlineMs: number
  /** That are read of an answer. */
  maxBytes: number
  /** Keeps connections. An address was checked when it was connected to. Without it, each request has its own. */
  agent?: Agent | undefined
}

export type OutsideAnswer = {
  status: number
  headers: IncomingMessage['headersDistinct']
  body: Buffer
  /** Whether there is no more of the body. */
  isWhole: boolean
}

/** A kept connection that the server had just closed. */
class ClosedMeanwhile extends Error {}

/** Asks another server: no redirects, no content encoding. @throws `NotPublic`, or what Node says, without an answer */
export const askOutside = (url: URL, asked: Asked): Promise<OutsideAnswer> =>
  askOnce(url, asked).catch((error) => {
    if (!(error instanceof ClosedMeanwhile)) throw error
    return askOnce(url, { ...asked, agent: undefined })
  })

const askOnce = async (
  url: URL,
  { method, headers, body, isNamed, deadlineMs, maxBytes, agent }: Asked,
): Promise<OutsideAnswer> => {
  const look = publicLookup(url, isNamed)
  const { request: begin } = await protocolOf(url)
  const request = begin(url, {
    method,
    headers,
    signal: AbortSignal.timeout(deadlineMs),
    agent: agent ?? false,
    lookup: look,
  })
  request.end(body)
  const [message] = (await once(request, 'response').catch((error) => {
    throw request.reusedSocket && errorCode(error) === 'ECONNRESET' ? new ClosedMeanwhile() : error
  })) as [IncomingMessage]
  const { statusCode: status = 500, headersDistinct } = message
  return { status, headers: headersDistinct, ...(await firstBytes(message, maxBytes)) }
}

// Only once somebody is asked: importing node:http loads all of undici, 4 MB, for its WebSocket.
const protocolOf = ({ protocol }: URL) => (protocol === 'https:' ? import('node:https') : import('node:http'))

const firstBytes = async (message: IncomingMessage, maxBytes: number) => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message) {
    chunks.push(chunk)
    bytes += chunk.length
    // leaving the loop closes the connection
    if (bytes > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: false }
  }
  return { body: Buffer.concat(chunks), isWhole: true }
}
