const maxKept = 200

/** Caches by key for the life of the process, because the sources never change. */
export const memoise = <Thing>() => {
  const kept = new Map<string, Promise<Thing>>()
  return (key: string, make: () => Promise<Thing>): Promise<Thing> => {
    const known = kept.get(key)
    if (known) return known
    // keys may come from requests, so the cache is bounded
    if (kept.size >= maxKept) kept.clear()
    const making = make()
    kept.set(key, making)
    making.catch(() => kept.delete(key))
    return making
  }
}
