export const shownName = (text: string): string => {
  if (/\p{C}/u.test(text) || text.length > 64)
    throw new Error('must have at most 64 characters, all of them visible')
  return text
}

/** The Key URI format splits issuer and account at the first colon, encoded or not. */
export const issuerName = (text: string): string => {
  if (text.includes(':') || text.length > 64) throw new Error('must have no colon and at most 64 characters')
  return text
}
