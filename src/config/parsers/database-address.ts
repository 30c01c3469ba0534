/** An address that the driver reads as it was meant. What is said of a wrong one never repeats it: it holds a password. */
export const databaseAddress = (text: string): string => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must begin with postgres://')
  const url = URL.parse(text.replace('@/', '@localhost/'))
  // `p/w@host` ends the host before the password does, and what is said of the host would tell the password
  if (!url || `${url.pathname}${url.search}${url.hash}`.includes('@') || !isDecodable(text))
    throw new Error(
      'must be postgres://user:password@host:port/name; in the password %25, %2F, %3A, %3F, %23 and %40 stand for % / : ? # @',
    )
  return text
}

// the driver takes a stray % for itself, and chokes on bytes that are not UTF-8
const isDecodable = (text: string) => {
  try {
    return /%(?![0-9a-f]{2})/i.test(text) || decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
