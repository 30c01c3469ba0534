/**
 * Whether it is one of the operator's addresses, character for character. Port 0 in one stands for any port
 * of the person's own machine (RFC 8252 §7.3).
 */
export const isRegistered = (registered: readonly string[], asked: string): boolean =>
  registered.some((entry) => entry === asked || isSameButForPort(entry, asked))

const isSameButForPort = (entry: string, asked: string) => {
  const [, start, rest = ''] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):0(\/.*)?$/.exec(entry) ?? []
  if (start === undefined || !asked.startsWith(`${start}:`) || !asked.endsWith(rest)) return false
  const port = asked.slice(start.length + 1, asked.length - rest.length)
  return /^[1-9][0-9]{0,4}$/.test(port) && Number(port) <= 65_535
}

/** Keeps the query that is already there. */
export const withParameters = (
  redirectUri: string,
  parameters: Record<string, string | undefined>,
): string => {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  if (given.length === 0) return redirectUri
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
