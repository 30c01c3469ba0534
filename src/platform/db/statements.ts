// comments, quoted text, quoted names, dollar-quoted bodies, and the end of a statement
const tokens = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$.*?\$\1\$|;/gs

/** The statements of a script of SQL, each with the comments before it. */
export const statementsOf = (script: string): string[] => {
  const ends = [...script.matchAll(tokens)].filter(([token]) => token === ';').map(({ index }) => index + 1)
  const starts = [0, ...ends]
  return starts
    .map((start, nth) => script.slice(start, ends[nth]).trim())
    .filter((text) => text.endsWith(';'))
}
