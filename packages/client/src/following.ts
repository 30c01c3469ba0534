/** Aborts with another signal. Its own abort, which has to come in the end, lets go of that one. */
export const following = (signal: AbortSignal | undefined): AbortController => {
  const own = new AbortController()
  signal?.addEventListener('abort', () => own.abort(signal.reason), { signal: own.signal })
  return own
}
