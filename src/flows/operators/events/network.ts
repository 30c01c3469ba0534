import { type IpAddress, isIn, type Network, parseAddress, parseNetworks } from '#platform/addresses.ts'
import { badRequest } from '#platform/errors.ts'

/** A wider one has too many neighbours to look at. */
const leastBits = { ipv4: 24, ipv6: 48 }

/** One address, or a network. @throws 400 for anything else, and for a network that is too wide */
export const readNetwork = (asked: unknown): Network => {
  const [network, another] = networksIn(String(asked))
  if (!network || another || network[1] < leastBits[network[0].kind()])
    throw badRequest(
      'network must be an IP address, or a network of at least 24 bits (IPv6: 48), such as 203.0.113.0/24.',
    )
  return network
}

const networksIn = (text: string): Network[] => {
  try {
    return parseNetworks(text)
  } catch {
    return []
  }
}

/**
 * The beginnings of the addresses around a network: all of its own begin so. Those of IPv6 are written without zeros, from the group
 * on at which these begin.
 */
export const neighbourhoodsOf = ([base]: Network): string[] => {
  const groups = groupsOf(base)
  if (base.kind() === 'ipv4') return [`${groups.join('.')}.`]
  const shortened = groups.flatMap((group, at) =>
    group === '0' ? [at === 0 ? '::' : `${groups.slice(0, at).join(':')}:`] : [],
  )
  return [`${groups.join(':')}:`, ...shortened]
}

/** The first three. */
const groupsOf = (address: IpAddress): string[] =>
  'octets' in address
    ? address.octets.slice(0, 3).map(String)
    : address.parts.slice(0, 3).map((part) => part.toString(16))

export const isFrom = (network: Network, text: string | null): boolean => {
  const address = parseAddress(text ?? '')
  return address !== undefined && isIn([network], address)
}
