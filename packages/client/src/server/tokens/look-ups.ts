// the service's limit per call: 16 kB, less the JSON around the tokens
const most = { tokens: 100, characters: 15_000 }

/**
 * Looks up the tokens of one turn of the event loop in one call: at most a hundred, and none twice.
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

// strangers send tokens of any length, and must not make a shared call too long
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
