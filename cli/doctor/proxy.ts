import type { SeenCaller } from '../../contract/wire.ts'
import { parseAddress } from '../../src/platform/addresses.ts'
import { isTrusted, type TrustedProxies } from '../../src/platform/trusted-proxies.ts'
import { reach } from './caller.ts'
import { type Check, type Finding, fail, LeftOut, ok } from './check.ts'

/** RFC 5737: an unassigned address. */
const nobodys = '192.0.2.1'

/** Where a request through PUBLIC_URL comes from, in the service's view. */
export const proxyCheck: Check = {
  name: 'proxy',
  run: async (facts) => {
    const { publicUrl, trustedProxies } = facts.settings('publicUrl', 'trustedProxies')
    if (!publicUrl) return []
    const reached = await facts.reachedAtPublicUrl().catch((error: Error) => error)
    if (reached instanceof LeftOut) throw reached
    if (reached instanceof Error || !reached.seen) return []
    const { seen, localPort } = reached
    if (publicUrl.startsWith('http:') && seen.peer.port === localPort && !seen.isForwarded)
      return [ok('No proxy stands between PUBLIC_URL and the service.')]
    const fault = faultIn(seen)
    if (fault) return [fault]
    const lied = await reach(publicUrl, await facts.keys(), { 'X-Forwarded-For': nobodys })
    if (lied.seen?.address === nobodys && !isByProxy(trustedProxies, seen.address)) return [spoofed(seen)]
    return [ok(`The proxy at ${seen.peer.address} is trusted, and says that we are ${seen.address}.`)]
  },
}

const faultIn = ({
  address,
  farthest,
  peer,
  isForwarded,
  fault,
  counting,
}: SeenCaller): Finding | undefined => {
  const proxy = `The proxy at ${peer.address}`
  if (!isForwarded && !peer.isTrusted)
    return fail(
      `${proxy} does not say whom a request comes from, and TRUSTED_PROXIES does not name it.`,
      `Let it send X-Forwarded-For. ${naming(peer.address)}`,
    )
  if (fault === 'silent')
    return fail(
      `${proxy} sends no X-Forwarded-For.`,
      'Let it send the header: docs/guides/behind-a-proxy.md.',
    )
  if (fault === 'garbled')
    return fail(
      `${proxy} ends X-Forwarded-For with what is no address.`,
      'Let it append the address of its client.',
    )
  if (!peer.isTrusted || counting !== 'own')
    return fail(`${proxy} sends X-Forwarded-For, but TRUSTED_PROXIES does not name it.`, naming(peer.address))
  if (address !== farthest)
    return fail(
      `Another proxy, ${address}, is counted as if it were the client ${farthest}.`,
      naming(address),
    )
  return undefined
}

const naming = (address: string) =>
  `Name it in TRUSTED_PROXIES, as ${address} or by its network, if it is yours.`

const spoofed = ({ peer }: SeenCaller) =>
  fail(
    'A client can choose the address that it is counted by.',
    `Let the proxy at ${peer.address} append to X-Forwarded-For, and name nothing but proxies in TRUSTED_PROXIES.`,
  )

const isByProxy = (trusted: TrustedProxies, text: string) => {
  const address = parseAddress(text)
  return address !== undefined && isTrusted(trusted, address)
}
