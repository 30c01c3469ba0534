export const externalIdCharacters = 128

/** Printable, on one line, and the same however it is trimmed. Compared as it is: `Ada` isn't `ada`. */
const printable = /^(?! )[^\p{C}\p{Zl}\p{Zp}]+(?<! )$/u

/** Whether an application may know somebody by that. */
export const isExternalId = (text: string): boolean =>
  printable.test(text) && [...text].length <= externalIdCharacters
