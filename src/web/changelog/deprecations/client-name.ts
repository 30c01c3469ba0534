/**
 * Which program calls: the origin of a page that may, or the first product of the user agent with its version's first
 * two numbers. Nobody's address, account or whole user agent.
 */
export const clientName = (
  {
    origin,
    'user-agent': userAgent = '',
  }: { origin?: string | undefined; 'user-agent'?: string | undefined },
  knownOrigins: readonly string[],
): string => {
  if (origin !== undefined && knownOrigins.includes(origin)) return origin
  const [, product, version] = /^([\w.-]{1,40})(?:\/v?([0-9]{1,5}(?:\.[0-9]{1,5})?))?/.exec(userAgent) ?? []
  if (product === undefined) return 'unnamed'
  // every browser says so, and its version tells nothing of the page in it
  if (product === 'Mozilla') return 'a browser'
  return version === undefined ? product : `${product}/${version}`
}
