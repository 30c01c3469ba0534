import type { SeenCaller } from '#contract/wire.ts'
import type { Deps } from '../../deps.ts'
import { parseAddress, parseNetworks } from '../addresses.ts'
import { answerTo, inquiryHeader } from '../crypto/inquiry.ts'
import { isTrusted } from '../trusted-proxies.ts'
import { forwardedFor } from './client.ts'
import { clientAddress } from './client-address.ts'
import type { Peer } from './endpoint-request.ts'

const everybody = parseNetworks('0.0.0.0/0, ::/0')

type Headers = Parameters<typeof forwardedFor>[0]

/** Where a request comes from, for a fresh inquiry only: nobody else needs to know about proxies. */
export const seenCaller = (
  { config, keys, now }: Pick<Deps, 'config' | 'keys' | 'now'>,
  headers: Headers,
  { remoteAddress, remotePort }: Peer,
): SeenCaller | undefined => {
  const proof = answerTo(keys, String(headers[inquiryHeader] ?? ''), now())
  if (proof === undefined) return
  const forwarded = forwardedFor(headers)
  const { address, counting, fault } = clientAddress(remoteAddress, forwarded, config.trustedProxies)
  const peer = parseAddress(remoteAddress ?? '')
  const isOurProxy = peer !== undefined && isTrusted(config.trustedProxies, peer)
  return {
    address,
    counting,
    farthest: clientAddress(remoteAddress, forwarded, everybody).address,
    peer: { address: String(peer ?? 'unknown'), port: remotePort ?? null, isTrusted: isOurProxy },
    isForwarded: forwarded !== undefined,
    fault: fault ?? null,
    proof,
  }
}
