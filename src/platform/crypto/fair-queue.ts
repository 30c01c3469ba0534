type FairQueue<Item> = {
  readonly size: number
  push(by: string, item: Item): void
  /** Everybody gets a turn, however much the others ask for. */
  shift(): Item | undefined
  /** The last item of whoever has the most waiting. */
  popLongest(): Item | undefined
  /** Whether somebody else would still have more waiting if this one got one more. */
  isOutdone(by: string): boolean
}

/** A queue in which everybody has a line of their own, and lines take turns. */
export const fairQueue = <Item>(): FairQueue<Item> => {
  // in the order of their turns
  const lines = new Map<string, Item[]>()
  let size = 0

  const longest = () => {
    let found: { by: string; line: Item[] } | undefined
    for (const [by, line] of lines) if (line.length > (found?.line.length ?? 0)) found = { by, line }
    return found
  }

  return {
    get size() {
      return size
    },
    push: (by, item) => {
      size++
      const line = lines.get(by)
      if (line) line.push(item)
      else lines.set(by, [item])
    },
    shift: () => {
      const [next] = lines
      if (!next) return
      size--
      const [by, [item, ...rest]] = next
      lines.delete(by)
      if (rest.length > 0) lines.set(by, rest)
      return item
    },
    popLongest: () => {
      const found = longest()
      if (!found) return
      size--
      const item = found.line.pop()
      if (found.line.length === 0) lines.delete(found.by)
      return item
    },
    isOutdone: (by) => (lines.get(by)?.length ?? 0) + 1 < (longest()?.line.length ?? 0),
  }
}
