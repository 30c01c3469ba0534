import { type IpAddress, isIn, type Network, parseNetworks } from './addresses.ts'
import { listed } from './listed.ts'

/**
 * Whose `X-Forwarded-For` counts. `none`: there is no proxy, and clients connect directly, even from private
 * addresses.
 */
export type TrustedProxies = readonly Network[] | 'none'

/** @throws an error that names the first entry that is neither an address nor a network */
export const parseTrustedProxies = (list: string): TrustedProxies => {
  const entries = listed(list)
  if (!entries.includes('none')) return parseNetworks(list)
  if (entries.length > 1)
    throw new Error('"none" says that there is no proxy: leave it out, or all the others')
  return 'none'
}

export const isTrusted = (trusted: TrustedProxies, peer: IpAddress): boolean =>
  trusted !== 'none' && isIn(trusted, peer)
