/** For people: `line 3, column 7`. */
export const placeAt = (text: string, offset: number): string => {
  const before = text.slice(0, offset)
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`
}
