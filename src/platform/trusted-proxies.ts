import { type IpAddress, isIn, type Network, parseNetworks } from './addresses.ts'

/** Whose `X-Forwarded-For` counts. `none`: there is no proxy, and clients come by themselves, also from private addresses. */
export type TrustedProxies = readonly Network[] | 'none'

/** @throws an error that names the first entry that is neither an address nor a network */
export const parseTrustedProxies = (list: string): TrustedProxies =>
  list.trim() === 'none' ? 'none' : parseNetworks(list)

export const isTrusted = (trusted: TrustedProxies, peer: IpAddress): boolean =>
  trusted !== 'none' && isIn(trusted, peer)
