import type { CustomFetch } from 'openid-client'
import { askOutside, type OutsideAnswer } from '#platform/outgoing/ask-outside.ts'
import { NotPublic } from '#platform/outgoing/public-only.ts'
import { inSpan } from '#platform/tracing/in-span.ts'
import { ProviderFault } from './provider.ts'

/** From the DNS lookup to the last byte. */
const deadlineMs = 5_000
const maxBytes = 2 ** 20

/**
 * Limits what a provider can do to us: at most a mebibyte within five seconds, no redirects, no content encoding, and
 * public addresses only, except for the host that the operator named, so that it cannot make us call our own network.
 */
export const fetchFor =
  (namedHost: string): CustomFetch =>
  async (address, { method, headers, body }) => {
    const url = new URL(address)
    const asked = {
      method,
      headers,
      body: body?.toString(),
      isNamed: (host: string) => host === namedHost,
      deadlineMs,
      maxBytes,
    }
    const about = { name: `${method} ${url.host}`, isOutgoing: true }
    const answer = await inSpan(about, () => askOutside(url, asked)).catch((cause) => {
      throw faultOf(url, cause)
    })
    if (!answer.isWhole) throw new ProviderFault(`an answer of more than ${maxBytes} bytes`)
    return responseOf(answer)
  }

const faultOf = ({ host }: URL, cause: Error) =>
  cause instanceof NotPublic
    ? new ProviderFault(cause.message)
    : new ProviderFault(`${host} is away`, { isAway: true, cause })

const responseOf = ({ status, headers: distinct, body }: OutsideAnswer): Response => {
  const headers = Object.entries(distinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response([204, 205, 304].includes(status) ? null : new Uint8Array(body), { status, headers })
}
