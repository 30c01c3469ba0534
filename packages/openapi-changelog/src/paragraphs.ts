/** A release's own words, by the empty lines between them. */
export const paragraphsOf = (words = ''): string[] =>
  words
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
