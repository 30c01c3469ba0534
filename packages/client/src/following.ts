/** Aborts with another signal. Its own abort, required at the end, releases that one. */
export const following = (signal: AbortSignal | undefined): AbortController => {
  const own = new AbortController()
  signal?.addEventListener('abort', () => own.abort(signal.reason), { signal: own.signal })
  return own
}
