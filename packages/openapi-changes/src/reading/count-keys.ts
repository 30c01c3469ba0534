import { isEscaped } from './end-of-text.ts'

/** How many keys the objects of a text have that is JSON, at most: as many as there are quotes before a colon. */
export const countKeys = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2))
    if (!isEscaped(text, at)) count++
  for (const { index } of text.matchAll(/"\s+:/g)) if (!isEscaped(text, index)) count++
  return count
}
