/** The values of each label: all that there are, or `inCode`. */
export type Sets = Readonly<Record<string, readonly string[]>>
export type Values<Labels extends Sets> = { readonly [Name in keyof Labels]: Labels[Name][number] }

/** For names that stand in the code: of routes, statements and jobs. Nothing from a request may be one. */
export const inCode: readonly string[] = []

export type Series<State> = { labels: string; state: State }

/** One value, or set of values, for each combination of labels. */
export const seriesOf = <Labels extends Sets, State>(labels: Labels, fresh: () => State) => {
  const names = Object.keys(labels)
  const byKey = new Map<string, Series<State>>()
  const at = (values: Values<Labels>): State => {
    let key = ''
    for (const name of names) key += `${values[name]}\n`
    const known = byKey.get(key)
    if (known) return known.state
    const pairs = names.map((name) => `${name}=${JSON.stringify(values[name])}`)
    const made = { labels: pairs.join(), state: fresh() }
    byKey.set(key, made)
    return made.state
  }
  return {
    at,
    // a rate begins at nought: without it, the first of its kind would go unnoticed
    fill: () => {
      for (const values of combinations(labels)) at(values as Values<Labels>)
    },
    all: () => [...byKey.values()],
    clear: () => byKey.clear(),
  }
}

const combinations = (labels: Sets): Record<string, string>[] =>
  Object.entries(labels).reduce<Record<string, string>[]>(
    (before, [name, values]) => before.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
