/** Without groups, and with one repetition at most, so that no document can make it search for long. */
const simple = /^\^?(?:[\w\s:.-]|\\[dws.-]|\[[^[\]]*\])*(?:[*+]|\{\d+,?\d*\})?(?:[\w:-])*\$?$/

/** Whether a text matches a pattern; `undefined` for a pattern that is not read, or a long text. */
export const matches = (pattern: string, text: string): boolean | undefined => {
  if (pattern.length > 100 || text.length > 200 || !simple.test(pattern)) return undefined
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}
