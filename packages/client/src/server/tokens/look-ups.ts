const mostAtOnce = 100

/**
 * Looks up in one call whatever is asked for in one turn of the event loop: at most a hundred at once, and none twice.
 *
 * @param ask answers in the order of the tokens
 */
export const newLookUps = <Verdict>(ask: (tokens: string[]) => Promise<Verdict[]>) => {
  let turn: Turn<Verdict> | undefined

  const newTurn = (): Turn<Verdict> => {
    const places = new Map<string, number>()
    const calls = endOfTurn().then(() => {
      turn = undefined
      return inParts([...places.keys()]).map(ask)
    })
    return { places, calls }
  }

  return async (token: string): Promise<Verdict> => {
    turn ??= newTurn()
    const { places, calls } = turn
    const place = places.get(token) ?? places.size
    places.set(token, place)
    const verdicts = await (await calls)[Math.floor(place / mostAtOnce)]!
    return verdicts[place % mostAtOnce]!
  }
}

type Turn<Verdict> = { places: Map<string, number>; calls: Promise<Promise<Verdict[]>[]> }

const inParts = (tokens: string[]): string[][] =>
  Array.from({ length: Math.ceil(tokens.length / mostAtOnce) }, (_, nth) =>
    tokens.slice(nth * mostAtOnce, (nth + 1) * mostAtOnce),
  )

// requests that arrived together are read one after the other, with microtasks in between
const endOfTurn = (): Promise<void> => {
  const later: ((work: () => void) => void) | undefined = Reflect.get(globalThis, 'setImmediate')
  return new Promise((resume) => (later ?? queueMicrotask)(() => resume()))
}
