import type { Agent } from 'node:http'
import { askOutside } from '../../platform/outgoing/ask-outside.ts'
import { NotPublic } from '../../platform/outgoing/public-only.ts'
import { errorCode, errorMessage } from '../../platform/properties-of.ts'
import { inSpan } from '../../platform/tracing/in-span.ts'
import { type Judged, judge } from './judge.ts'
import { signedHeaders } from './sign.ts'

/** From the lookup of the name to the last byte. */
const deadlineMs = 10_000
const maxBytes = 64 * 1024
const maxAnswerCharacters = 500

export type Message = { id: string; body: string }

/** A receiver, and what may be connected to for it. */
export type Receiver = {
  url: string
  secrets: readonly string[]
  privateHosts: readonly string[]
  agent?: Agent | undefined
}

/** How an attempt ended. */
export type Delivery = Judged & { status: number | null; answer: string; milliseconds: number }

/** Sends one message once. @returns how that ended, whatever happened */
export const postWebhook = async (
  { url: text, secrets, privateHosts, agent }: Receiver,
  { id, body }: Message,
  nowMs: number,
): Promise<Delivery> => {
  const url = new URL(text)
  const beganMs = performance.now()
  const asked = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Sallyport',
      ...signedHeaders(secrets, { id, seconds: Math.floor(nowMs / 1_000), body }),
    },
    body,
    isNamed: (host: string) => privateHosts.includes(host),
    deadlineMs,
    maxBytes,
    ...(agent && { agent }),
  }
  // a webhook's path may hold a token of its receiver
  const about = { name: `POST ${url.host}`, isOutgoing: true, isRoot: true }
  const ended = await inSpan(about, () => askOutside(url, asked)).then(
    ({ status, headers, body: answer }) => ({
      ...judge(status, headers['retry-after']?.[0], nowMs),
      status,
      answer: plain(answer.toString()),
    }),
    (error) => ({ ...unanswered(error), status: null, answer: nameOf(error) }),
  )
  return { ...ended, milliseconds: Math.round(performance.now() - beganMs) }
}

// a host that is not public is a mistake of one webhook, and no outage
const unanswered = (error: unknown): Judged =>
  error instanceof NotPublic ? { outcome: 'failed', isAway: false } : { outcome: 'failed', isAway: true }

const nameOf = (error: unknown) => plain([errorCode(error), errorMessage(error)].filter(Boolean).join(': '))

const plain = (text: string) => text.replaceAll('\0', '').slice(0, maxAnswerCharacters).toWellFormed()
