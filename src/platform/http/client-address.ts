import ipaddr from 'ipaddr.js'
import { type IpAddress, isIn, type Network, parseAddress, parseNetworks } from '../addresses.ts'

/** More proxies than this stand before nobody; a header of 8 KiB could name a thousand. */
const maxHops = 20

/** The proxies whose `X-Forwarded-For` is believed. */
export type TrustedProxies = readonly Network[]

export type ClientAddress = {
  /** Normalised, an IPv4-mapped IPv6 address as IPv4, without a zone; `unknown` behind a unix socket. */
  address: string
  /** `none`: the operator's own machine. `shared`: it could be anybody, so all of them are counted together. */
  counting: 'own' | 'shared' | 'none'
  /** What limits are counted by: the IPv4 address, the IPv6 network as `2001:db8:1:2::/64`, or `shared`. */
  bucket: string
  /** A trusted proxy that names nobody, or something that is no address. */
  fault?: 'silent' | 'garbled'
}

const loopback = parseNetworks('loopback')
const local = parseNetworks('loopback, private')

/** Decides whose request it is: the caller's, or the one's in whose name a trusted proxy calls. */
export const clientAddress = (
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): ClientAddress => {
  const caller = parseAddress(peer ?? '')
  if (caller === undefined) return { address: 'unknown', counting: 'shared', bucket: 'shared' }

  const address = String(caller)
  if (isIn(trusted, caller)) return behindProxy(caller, forwardedFor ?? '', trusted)
  if (forwardedFor === undefined) {
    return { address, counting: isIn(loopback, caller) ? 'none' : 'own', bucket: bucketOf(caller) }
  }
  // A proxy that nobody told us of: one bucket of its own would shut out everybody behind it.
  if (isIn(local, caller)) return { address, counting: 'shared', bucket: 'shared' }
  return { address, counting: 'own', bucket: bucketOf(caller) }
}

// A bucket of the proxy's own would shut out everybody behind it, and none at all would count nobody.
const behindProxy = (proxy: IpAddress, forwardedFor: string, trusted: TrustedProxies): ClientAddress => {
  const { client, isGarbled } = walkFromTheRight(proxy, forwardedFor, trusted)
  const address = String(client)
  if (!isGarbled) return { address, counting: 'own', bucket: bucketOf(client) }
  const fault = /^[\s,]*$/.test(forwardedFor) ? 'silent' : 'garbled'
  return { address, counting: 'shared', bucket: 'shared', fault }
}

/** From the right, because each proxy appends whom it saw: whatever a client wrote itself stands further left. */
const walkFromTheRight = (
  proxy: IpAddress,
  forwardedFor: string,
  trusted: TrustedProxies,
): { client: IpAddress; isGarbled: boolean } => {
  let client = proxy
  for (const hop of forwardedFor.split(',').slice(-maxHops).reverse()) {
    const address = parseAddress(withoutPort(hop.trim()))
    if (address === undefined) return { client, isGarbled: true }
    client = address
    if (!isIn(trusted, address)) break
  }
  return { client, isGarbled: false }
}

const withoutPort = (hop: string) =>
  hop.replace(/^([0-9.]+):[0-9]{1,5}$/, '$1').replace(/^\[([^[\]]+)\](?::[0-9]{1,5})?$/, '$1')

/** A /64 is what one IPv6 customer gets at least: counted singly, its 2^64 addresses would be as many clients. */
const bucketOf = (address: IpAddress): string => {
  if (!(address instanceof ipaddr.IPv6)) return String(address)
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
