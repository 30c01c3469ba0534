/** The items of a list with commas, without empty ones. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
