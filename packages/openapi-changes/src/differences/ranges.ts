/** What two sets have in common by name, where a name may be a range that others are within: `2XX`, `text/*`. */
export type Matched<Item> = {
  /** `isCovered` where one of the two speaks of the name by a range only. */
  kept: { name: string; from: Item; to: Item; isCovered: boolean }[]
  gone: [name: string, item: Item][]
  added: [name: string, item: Item][]
}

/**
 * What is spelled out on one side only is compared with the range that applies on the other. A range that only one side
 * has is gone or added, whatever is spelled out of it.
 * @param rangesOf the ranges that a name is within, the narrowest first
 */
export const matchByRange = <Item>(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  rangesOf: (name: string) => string[],
): Matched<Item> => {
  const appliedTo = (name: string, all: ReadonlyMap<string, Item>): Item | undefined => {
    const found = [name, ...rangesOf(name)].find((candidate) => all.has(candidate))
    return found === undefined ? undefined : all.get(found)
  }
  const matched: Matched<Item> = { kept: [], gone: [], added: [] }
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [appliedTo(name, before), appliedTo(name, after)]
    const isCovered = !before.has(name) || !after.has(name)
    if (from !== undefined && to !== undefined) matched.kept.push({ name, from, to, isCovered })
    else if (from !== undefined) matched.gone.push([name, from])
    else if (to !== undefined) matched.added.push([name, to])
  }
  return matched
}
