import { isUtf8 } from 'node:buffer'
import { DocumentError } from '../document.ts'

/**
 * The text of UTF-8 or of UTF-16, which is what `>` writes in some shells, with its mark or without.
 * @throws {DocumentError} for what is neither: what would be guessed is not compared
 */
export const decode = (bytes: Buffer, name: string): string => {
  const encoding = encodingOf(bytes)
  if (encoding !== undefined) return decodeUtf16(bytes, encoding, name)
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes)) {
    const line = text.slice(0, text.indexOf('\ufffd')).split('\n').length
    throw new DocumentError(`${name} is not in UTF-8 (see line ${line}), nor in UTF-16.`)
  }
  return text.replace(/^\ufeff/, '')
}

type Encoding = 'utf-16le' | 'utf-16be'

/** What begins every document is a sign of ASCII, and half of it is zero. */
const encodingOf = ([first, second]: Buffer): Encoding | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0 && second) return 'utf-16be'
  return first && second === 0 ? 'utf-16le' : undefined
}

const decodeUtf16 = (bytes: Buffer, encoding: Encoding, name: string): string => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new DocumentError(`${name} begins like UTF-16, and goes on as something else.`, { cause })
  }
}
