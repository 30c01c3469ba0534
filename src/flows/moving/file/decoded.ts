/** The text of a file, without a byte order mark. @throws for what is not UTF-8 */
export async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) yield decode(() => utf8.decode(chunk, { stream: true }))
  yield decode(() => utf8.decode())
}

const decode = (read: () => string): string => {
  try {
    return read()
  } catch (cause) {
    throw new Error('The file is not UTF-8.', { cause })
  }
}
