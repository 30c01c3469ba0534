import { isUtf8 } from 'node:buffer'
import { DocumentError } from '../document.ts'

/**
 * The text of UTF-8 or of UTF-16, which is what `>` writes in some shells, with its mark or without.
 * @throws {DocumentError} for what is neither: what would be guessed is not compared
 */
export const decode = (bytes: Buffer, name: string): string => {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-32')
    throw new DocumentError(`${name} is in UTF-32, and only UTF-8 and UTF-16 are read.`)
  const text = encoding === 'utf-8' ? decodeUtf8(bytes, name) : decodeUtf16(bytes, encoding, name)
  const zero = text.indexOf('\0')
  if (zero >= 0)
    throw new DocumentError(`${name} is not a text: there is a zero in line ${lineOf(text, zero)}.`)
  return text
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32'

/** What begins every document is a sign of ASCII, and the rest of it is zero. */
const encodingOf = (bytes: Buffer): Encoding => {
  const [first, second, third] = bytes
  const isMarked = first === 0xff && second === 0xfe
  if (bytes.length > 3 && third === 0 && (isMarked || second === 0)) return 'utf-32'
  if (first === 0 && second === 0) return 'utf-32'
  if (isMarked || (first && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}

const decodeUtf8 = (bytes: Buffer, name: string): string => {
  const text = bytes.toString('utf8')
  if (isUtf8(bytes)) return text.replace(/^\ufeff/, '')
  throw new DocumentError(
    `${name} is not in UTF-8 (see line ${lineOf(text, text.indexOf('\ufffd'))}), nor in UTF-16.`,
  )
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const decodeUtf16 = (bytes: Buffer, encoding: Encoding, name: string): string => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new DocumentError(`${name} begins like UTF-16, and goes on as something else.`, { cause })
  }
}
