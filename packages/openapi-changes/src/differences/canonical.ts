/** JSON with its keys in order, so that what is equal reads the same. */
export const canonical = (value: unknown): string => {
  if (typeof value === 'bigint') return `${value}`
  return typeof value === 'object'
    ? JSON.stringify(value, (_key, part) => inOrder(part))
    : JSON.stringify(value)
}

/** The value of such a JSON; a whole number beyond 2^53 is a `bigint`, as it was. */
export const fromCanonical = (key: string): unknown => {
  const value: unknown = JSON.parse(key)
  const isLarge = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(key)
  return isLarge ? BigInt(key) : value
}

const inOrder = (part: unknown): unknown => {
  if (typeof part === 'bigint') return `${part}`
  return typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
    : part
}
