import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
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

/** Such as 103. More of them keep us reading what no limit of the body counts. */
const maxInterim = 20

/**
 * Asks another server: no redirects, no content encoding, no other protocol.
 * @throws `NotPublic`, or what Node says, without an answer; also if it is not whole in time
 */
export const askOutside = async (url: URL, asked: Asked): Promise<OutsideAnswer> => {
  const signal = AbortSignal.timeout(asked.deadlineMs)
  try {
    const answer = await askOnce(url, asked, signal).catch((error) => {
      if (!(error instanceof ClosedMeanwhile)) throw error
      return askOnce(url, { ...asked, agent: undefined }, signal)
    })
    // a body that lasts as long as its connection looks whole when that is closed here
    signal.throwIfAborted()
    return answer
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Error(`no answer within ${asked.deadlineMs / 1_000} seconds`, { cause: error })
  }
}

const askOnce = async (
  url: URL,
  { method, headers, body, isNamed, maxBytes, agent }: Asked,
  signal: AbortSignal,
): Promise<OutsideAnswer> => {
  const look = publicLookup(url, isNamed)
  const { request: begin } = await protocolOf(url)
  const request = begin(url, { method, headers, signal, agent: agent ?? false, lookup: look })
  request.end(body)
  const message = await answerTo(request).catch((error) => {
    throw request.reusedSocket && errorCode(error) === 'ECONNRESET' ? new ClosedMeanwhile() : error
  })
  const { statusCode: status = 500, headersDistinct } = message
  return { status, headers: headersDistinct, ...(await firstBytes(message, maxBytes)) }
}

// Only once somebody is asked: importing node:http loads all of undici, 4 MB, for its WebSocket.
const protocolOf = ({ protocol }: URL) => (protocol === 'https:' ? import('node:https') : import('node:http'))

const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let interim = 0
    request.on('information', () => {
      if (++interim > maxInterim) request.destroy(new Error(`more than ${maxInterim} interim answers`))
    })
    request.on('response', (message) => {
      // without the header that names the protocol, it comes as any other
      if (message.statusCode === 101) request.destroy(noAnswer())
      else resolve(message)
    })
    request.on('error', reject)
    // after a 101, Node closes the connection, and reports no error
    request.on('close', () => reject(noAnswer()))
  })

const noAnswer = () => new Error('the connection was closed without an answer')

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
