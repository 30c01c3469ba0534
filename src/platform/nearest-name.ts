/**
 * The name that was probably meant: at most two slips away, or one in a short name, so that unrelated variables don't
 * match.
 */
export const nearestName = (given: string, known: readonly string[]): string | undefined => {
  const bare = given.toUpperCase().replace(/^SALLYPORT_/, '')
  const [nearest] = known
    .map((name) => ({ name, slips: slipsBetween(bare, name) }))
    .filter(({ name, slips }) => slips <= (name.length < 8 ? 1 : 2))
    .sort((left, right) => left.slips - right.slips)
  return nearest?.name
}

/** Optimal string alignment distance. */
const slipsBetween = (from: string, to: string): number => {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        at(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        at(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(rows, i - 2, j - 2) + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return at(rows, from.length, to.length)
}

const at = (rows: number[][], i: number, j: number) => rows[i]?.[j] ?? Infinity
