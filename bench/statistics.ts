/** The value that the given share of all is at most; not a number of none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * Whether one of two samples tends to be the larger (Mann and Whitney 1947), whatever their distributions: two-sided,
 * by the normal approximation, corrected for ties and for continuity.
 *
 * @returns how often a value of `a` is larger than one of `b`, ties by half, and how often chance alone gives a share so
 *   far from a half
 */
export const rankTest = (a: readonly number[], b: readonly number[]): { share: number; p: number } => {
  const groups = Map.groupBy([...a, ...b].sort(ascending), (value) => value)
  const rankOf = new Map<number, number>()
  let before = 0
  let tied = 0
  for (const [value, { length }] of groups) {
    rankOf.set(value, before + (length + 1) / 2)
    before += length
    tied += length ** 3 - length
  }
  const n = a.length + b.length
  const pairs = a.length * b.length
  const rankSum = a.reduce((sum, value) => sum + (rankOf.get(value) as number), 0)
  const larger = rankSum - (a.length * (a.length + 1)) / 2
  const deviation = Math.sqrt((pairs / 12) * (n + 1 - tied / (n * (n - 1))))
  const z = Math.max(0, Math.abs(larger - pairs / 2) - 0.5) / deviation
  return { share: larger / pairs, p: deviation === 0 ? 1 : complementaryError(z / Math.SQRT2) }
}

const ascending = (one: number, other: number) => one - other

/** Abramowitz and Stegun 7.1.26, for what is not negative: wrong by 1.5e-7 at most. */
const complementaryError = (x: number) => {
  const t = 1 / (1 + 0.3275911 * x)
  const coefficients = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  return coefficients.reduce((sum, coefficient) => (sum + coefficient) * t, 0) * Math.exp(-x * x)
}
