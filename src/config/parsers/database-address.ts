/** Only what the driver reads as it was meant. Errors never repeat the address, which holds a password. */
export const databaseAddress = (text: string): string => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must begin with postgres://')
  const url = URL.parse(text.replace('@/', '@localhost/'))
  // an unescaped `/` in the password ends the host early, and errors about the host would reveal the rest
  if (!url || `${url.pathname}${url.search}${url.hash}`.includes('@') || !isDecodable(text))
    throw new Error(
      'must be postgres://user:password@host:port/name; in the password %25, %2F, %3A, %3F, %23 and %40 stand for % / : ? # @',
    )
  return text
}

// the driver accepts a stray %, but fails on bytes that are not UTF-8
const isDecodable = (text: string) => {
  try {
    return /%(?![0-9a-f]{2})/i.test(text) || decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
