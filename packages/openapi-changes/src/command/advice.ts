/** ` Did you mean explain?` or nothing. */
export const adviceOn = (word: string, names: Iterable<string>): string => {
  const name = nearest(word, names)
  return name === undefined ? '' : ` Did you mean ${name}?`
}

/** The name that somebody may have meant, if one is near enough. */
const nearest = (word: string, names: Iterable<string>): string | undefined => {
  const near = [...names].map((name) => ({ name, distance: distanceOf(word, name) }))
  const [best] = near.sort((one, other) => one.distance - other.distance)
  return best && best.distance <= Math.max(2, word.length / 4) ? best.name : undefined
}

/** How many letters have to be added, left out or replaced (Levenshtein). */
const distanceOf = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, wanted] of [...other].entries())
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
