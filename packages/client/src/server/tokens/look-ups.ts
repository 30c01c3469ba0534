// what the service takes in one call: 16 kB, with room for what is around the tokens
const most = { tokens: 100, characters: 15_000 }

/**
 * Looks up in one call whatever is asked for in one turn of the event loop: at most a hundred tokens at once, and none twice.
 *
 * @param ask answers in the order of the tokens
 */
export const newLookUps = <Verdict>(ask: (tokens: string[]) => Promise<Verdict[]>) => {
  let turn: { tokens: Set<string>; calls: Promise<Map<string, Promise<Verdict>>> } | undefined

  const newTurn = () => {
    const tokens = new Set<string>()
    const calls = endOfTurn().then(() => {
      turn = undefined
      return new Map(inParts(tokens).flatMap(call))
    })
    return { tokens, calls }
  }

  const call = (tokens: string[]) => {
    const verdicts = ask(tokens)
    return tokens.map((token, nth) => [token, verdicts.then((all) => all[nth]!)] as const)
  }

  return async (token: string): Promise<Verdict> => {
    turn ??= newTurn()
    turn.tokens.add(token)
    return (await turn.calls).get(token)!
  }
}

// strangers send tokens of any length, and may not make a call too long that others share
const inParts = (tokens: Iterable<string>): string[][] => {
  const parts: string[][] = []
  let characters = 0
  for (const token of tokens) {
    characters += token.length + '"",'.length
    const last = parts.at(-1)
    if (last && last.length < most.tokens && characters <= most.characters) last.push(token)
    else {
      parts.push([token])
      characters = token.length
    }
  }
  return parts
}

// requests that arrived together are read one after the other, with microtasks in between
const endOfTurn = (): Promise<void> => {
  const later: ((work: () => void) => void) | undefined = Reflect.get(globalThis, 'setImmediate')
  return new Promise((resume) => (later ?? queueMicrotask)(() => resume()))
}
