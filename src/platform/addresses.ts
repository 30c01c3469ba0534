import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { listed } from './listed.ts'

const shorthands: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  // RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291 §2.5.6
  private: [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    '169.254.0.0/16',
    'fc00::/7',
    'fe80::/10',
  ],
}

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6
export type Network = [base: IpAddress, prefixBits: number]

/** @throws an error that names the first entry that is not an address, a network, `loopback` or `private` */
export const parseNetworks = (list: string): Network[] =>
  listed(list)
    .flatMap((entry) => (Object.hasOwn(shorthands, entry) ? shorthands[entry]! : [entry]))
    .map(parseNetwork)

/**
 * `isIP` first: `ipaddr.js` alone also reads `0177.1`, `0x7f000001` and `2130706433`, and maps `::127.0.0.1` to
 * 127.0.0.1, where a filter in front of us may disagree.
 */
export const parseAddress = (text: string): IpAddress | undefined => {
  const address = text.replace(/%.*$/, '')
  return isIP(address) === 0 || /^::[0-9]+\./.test(address) ? undefined : ipaddr.process(address)
}

const parseNetwork = (entry: string): Network => {
  const [, base = '', prefix] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(entry) ?? []
  const address = parseAddress(base)
  if (address === undefined) throw notAProxy(entry)
  const bits = address.kind() === 'ipv4' ? 32 : 128
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8
  const mappedBits = bits === 32 && base.includes(':') ? 96 : 0
  const prefixBits = prefix === undefined ? bits : Number(prefix) - mappedBits
  if (prefixBits < 0 || prefixBits > bits) throw notAProxy(entry)
  return [address, prefixBits]
}

/** Whether a URL's host is this machine: `localhost`, `127.0.0.1`, `[::1]`. */
export const isLoopbackHost = (hostname: string): boolean => {
  const address = parseAddress(hostname.replace(/^\[|\]$/g, ''))
  return hostname === 'localhost' || (address !== undefined && address.range() === 'loopback')
}

/** Whether nobody on the way to an address can change what is sent: https, or http on this very machine. */
export const isSafeUrl = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))

// RFC 4291 §2.4, as IANA gives addresses of IPv6 out. ::7f00:1 is 127.0.0.1 to some.
const worldwide = parseNetworks('0.0.0.0/0,2000::/3')

/** Not loopback, private, link-local or otherwise special. */
export const isPublicAddress = (text: string): boolean => {
  const address = parseAddress(text)
  return address?.range() === 'unicast' && isIn(worldwide, address)
}

const notAProxy = (entry: string) =>
  new Error(`"${entry}" is neither an IP address nor a network like 10.0.0.0/8, nor "loopback" or "private"`)

export const isIn = (networks: readonly Network[], address: IpAddress) =>
  ipaddr.subnetMatch(address, { inside: [...networks] }, 'outside') === 'inside'
