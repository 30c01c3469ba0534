import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../addresses.ts'

/** A host that isn't on the public internet, and that the operator didn't name. */
export class NotPublic extends Error {}

/** Whether the operator named a host, so that it may be on a private network. */
export type IsNamed = (hostname: string) => boolean

/**
 * Keeps what others chose from making us call our own network.
 * @returns looks up a host, and answers with public addresses only unless it was named. The addresses that it checks are those
 *   that are then connected to: the next lookup may return others.
 * @throws `NotPublic` for a literal address, which is never looked up
 */
export const publicLookup = ({ hostname }: URL, isNamed: IsNamed): LookupFunction => {
  if (isNamed(hostname)) return lookup
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic(hostname)
  return lookupPublic
}

const lookupPublic: LookupFunction = (hostname, options, answer) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return answer(error ?? notPublic(hostname), '')
    if (!addresses.every(({ address }) => isPublicAddress(address))) return answer(notPublic(hostname), '')
    if (options.all) return answer(null, addresses)
    return answer(null, first.address, first.family)
  })

const notPublic = (host: string) => new NotPublic(`${host} is not on the public internet`)
