const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that may change something comes from another site's page, or from an unknown origin.
 * `Sec-Fetch-Site` cannot be set by scripts; browsers that lack it send `Origin` (Fetch §3.1).
 */
export const isFromElsewhere = (
  { method, headers }: { method: string; headers: Headers },
  origin: string,
): boolean => {
  if (safe.has(method)) return false
  const site = headers.get('Sec-Fetch-Site')
  return site === null ? headers.get('Origin') !== new URL(origin).origin : site !== 'same-origin'
}
