type Lasting = { untilMs: number }

/** Keeps a bounded number of values until they expire. The oldest makes room. */
export const newKept = <Value extends Lasting>(most: number) => {
  const values = new Map<string, Value>()

  return {
    /** @returns nothing once it has expired */
    get: (key: string, nowMs: number): Value | undefined => {
      const value = values.get(key)
      return value && nowMs < value.untilMs ? value : undefined
    },
    set: (key: string, value: Value, nowMs: number): void => {
      values.delete(key)
      values.set(key, value)
      for (const [oldest, { untilMs }] of values) {
        if (values.size <= most && nowMs < untilMs) break
        values.delete(oldest)
      }
    },
    drop: (isDropped: (value: Value) => boolean): void => {
      for (const [key, value] of values) if (isDropped(value)) values.delete(key)
    },
    clear: () => values.clear(),
    get size() {
      return values.size
    },
  }
}
