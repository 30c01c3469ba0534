import { lookup } from 'node:dns/promises'
import { isLoopbackHost, isPublicAddress } from '../../platform/addresses.ts'

/** What is wrong with an address that somebody wants to be told at. */
export type AddressFault = 'url' | 'https' | 'credentials' | 'private'

/** Longer ones are nobody's. */
const maxCharacters = 2_000

/**
 * Looks the host up, so that a mistake is told at once. What counts is the look that each connection takes.
 * @param named hosts that may be on a private network
 */
export const addressFault = async (
  text: string,
  named: readonly string[],
): Promise<AddressFault | undefined> => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || text.length > maxCharacters || text.includes('#'))
    return 'url'
  if (url.username || url.password) return 'credentials'
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return 'https'
  if (named.includes(url.hostname)) return undefined
  return (await isPrivate(url.hostname)) ? 'private' : undefined
}

const isPrivate = async (hostname: string): Promise<boolean> => {
  if (isLoopbackHost(hostname)) return true
  // a name that nobody knows yet may be known later
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return found.some(({ address }) => !isPublicAddress(address))
}
