const mostCharacters = 1_000

/**
 * A page of the application that somebody else's link may name (CWE-601), as a path. `/\\elsewhere`, `//elsewhere` and
 * `/.//elsewhere` lead to another site, so the parsed address is checked, and not the text.
 *
 * @returns nothing for any other path, or one too long for a cookie
 */
export const ownPath = (given: string | null, origin: string): string | undefined => {
  if (!given?.startsWith('/')) return undefined
  const base = new URL(origin)
  const target = new URL(given, base)
  const path = target.pathname + target.search + target.hash
  const isOwn = target.origin === base.origin && !path.startsWith('//')
  return isOwn && path.length <= mostCharacters ? path : undefined
}
