/** Whether a text is made of these pieces, in their order, with anything between them. */
export const isMadeOf = (text: string, [first = '', ...rest]: readonly string[]): boolean => {
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= text.length - last.length
}
