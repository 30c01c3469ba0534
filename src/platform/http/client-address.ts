import ipaddr from 'ipaddr.js'
import { type IpAddress, isIn, parseAddress, parseNetworks } from '../addresses.ts'
import { isTrusted, type TrustedProxies } from '../trusted-proxies.ts'

/** Nobody has more proxies than this; a 16 KiB header could name two thousand. */
const maxHops = 20

type ClientAddress = {
  /** Normalised: IPv4-mapped IPv6 as IPv4, without a zone; `unknown` behind a unix socket. */
  address: string
  /** `none`: the operator's own machine. `shared`: anybody, so counted together. */
  counting: 'own' | 'shared' | 'none'
  /** What limits count by: the IPv4 address, the IPv6 network as `2001:db8:1:2::/64`, or `shared`. */
  bucket: string
  /** A trusted proxy sent no address (`silent`) or an invalid one (`garbled`). */
  fault?: 'silent' | 'garbled'
}

const loopback = parseNetworks('loopback')
const local = parseNetworks('loopback, private')

/** The caller's address, or the one that a trusted proxy forwards. */
export const clientAddress = (
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): ClientAddress => {
  const caller = parseAddress(peer ?? '')
  if (caller === undefined) return { address: 'unknown', counting: 'shared', bucket: 'shared' }

  const address = String(caller)
  if (isTrusted(trusted, caller)) return behindProxy(caller, forwardedFor ?? '', trusted)
  if (forwardedFor === undefined) {
    return { address, counting: isIn(loopback, caller) ? 'none' : 'own', bucket: bucketOf(caller) }
  }
  // An unlisted proxy: a bucket of its own would let one client lock out everybody behind it.
  if (isIn(trusted === 'none' ? loopback : local, caller))
    return { address, counting: 'shared', bucket: 'shared' }
  return { address, counting: 'own', bucket: bucketOf(caller) }
}

// A bucket of its own would let one client lock out everybody behind the proxy; none would leave them unlimited.
const behindProxy = (proxy: IpAddress, forwardedFor: string, trusted: TrustedProxies): ClientAddress => {
  const { client, isGarbled } = walkFromTheRight(proxy, forwardedFor, trusted)
  const address = String(client)
  if (!isGarbled) return { address, counting: 'own', bucket: bucketOf(client) }
  const fault = /^[\s,]*$/.test(forwardedFor) ? 'silent' : 'garbled'
  return { address, counting: 'shared', bucket: 'shared', fault }
}

/**
 * From the right, where proxies append; whatever clients wrote themselves is further left. Empty elements are ignored (RFC 9110
 * §5.6.1.2), but for the last, which is what the nearest proxy said.
 */
const walkFromTheRight = (
  proxy: IpAddress,
  forwardedFor: string,
  trusted: TrustedProxies,
): { client: IpAddress; isGarbled: boolean } => {
  let client = proxy
  const hops = forwardedFor.split(',').filter((hop, at, all) => at === all.length - 1 || hop.trim() !== '')
  for (const hop of hops.slice(-maxHops).reverse()) {
    const address = parseAddress(withoutPort(hop.trim()))
    if (address === undefined) return { client, isGarbled: true }
    client = address
    if (!isTrusted(trusted, address)) break
  }
  return { client, isGarbled: false }
}

const withoutPort = (hop: string) =>
  hop.replace(/^([0-9.]+):[0-9]{1,5}$/, '$1').replace(/^\[([^[\]]+)\](?::[0-9]{1,5})?$/, '$1')

/** One IPv6 customer gets at least a /64, whose 2^64 addresses must not count as many clients. */
const bucketOf = (address: IpAddress): string => {
  if (!(address instanceof ipaddr.IPv6)) return String(address)
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
