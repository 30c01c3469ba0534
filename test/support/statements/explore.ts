/** @returns a number below `count`; 0 is what is usual */
export type Choose = (count: number) => number

/** Does the same work with other choices each time, at most `most` times: all that are usual first, then few that aren't. */
export const explore = async (work: (choose: Choose) => Promise<unknown>, most: number): Promise<void> => {
  const scripts: number[][] = [[]]
  for (let nth = 0; nth < scripts.length; nth++) {
    const script = scripts[nth] ?? []
    const counts: number[] = []
    await work((count) => script[counts.push(count) - 1] ?? 0)
    for (let at = script.length; at < counts.length && scripts.length < most; at++) {
      const usual = Array.from({ length: at - script.length }, () => 0)
      for (let other = 1; other < (counts[at] ?? 0); other++) scripts.push([...script, ...usual, other])
    }
  }
}
