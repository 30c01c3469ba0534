/**
 * The program: the origin of an allowed page, or the user agent's first product with two numbers of its version. No
 * addresses, accounts or whole user agents.
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
  // every browser claims it, and its version means nothing for the page
  if (product === 'Mozilla') return 'a browser'
  return version === undefined ? product : `${product}/${version}`
}
