/** The value that the given share of all is at most; not a number of none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
