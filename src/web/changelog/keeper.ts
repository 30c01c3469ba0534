const maxKept = 200

/** Makes each thing once, and keeps it: what it is made of stays the same as long as the process runs. */
export const keeper = <Thing>() => {
  const kept = new Map<string, Promise<Thing>>()
  return (key: string, make: () => Promise<Thing>): Promise<Thing> => {
    const known = kept.get(key)
    if (known) return known
    // a key may come out of a request: no more than so many of them
    if (kept.size >= maxKept) kept.clear()
    const making = make()
    kept.set(key, making)
    making.catch(() => kept.delete(key))
    return making
  }
}
