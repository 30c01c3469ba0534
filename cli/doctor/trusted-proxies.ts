import { isIn, type Network, parseNetworks } from '../../src/platform/addresses.ts'
import { type Check, ok, warn } from './check.ts'

/** More than a subnet of proxies: RFC 4632 /24, RFC 4291 /64. */
const wideBits = { ipv4: 24, ipv6: 64 }

/** Whether the setting trusts only proxies, as far as it can tell by itself. */
export const trustedProxiesCheck: Check = {
  name: 'trusted-proxies',
  run: async (facts) => {
    const { publicUrl, trustedProxies } = facts.settings('publicUrl', 'trustedProxies')
    if (trustedProxies === 'none') return [ok('TRUSTED_PROXIES says that there is no proxy.')]
    if (trustedProxies.length === 0 && publicUrl?.startsWith('https:'))
      return [
        warn(
          'PUBLIC_URL is https, so there is a proxy, and TRUSTED_PROXIES names none.',
          'Name it, or from a private address all its clients share limits a hundred times as large.',
        ),
      ]
    const wide = trustedProxies.filter(isWide)
    if (wide.length === 0) return [ok('TRUSTED_PROXIES trusts no wide network.')]
    return [
      warn(
        `TRUSTED_PROXIES trusts all of ${wide.map(([base, bits]) => `${base}/${bits}`).join(', ')}.`,
        'Name the proxies by their addresses: other machines and containers there can choose the address that they are counted by.',
      ),
    ]
  },
}

const loopback = parseNetworks('loopback')

const isWide = ([base, bits]: Network) => bits < wideBits[base.kind()] && !isIn(loopback, base)
