import { child, type Place, text } from '../document.ts'

const octets = 'application/octet-stream'

/** OpenAPI 3.1 writes 3.0's `format: byte` as `contentEncoding: base64`, and `format: binary` as a media type. */
export const formatOf = (place: Place): string | undefined => {
  const format = text(place, 'format')
  if (format !== undefined) return format
  if (isWord(place, 'contentEncoding', 'base64')) return 'byte'
  return isWord(place, 'contentMediaType', octets) && !child(place, 'contentEncoding') ? 'binary' : undefined
}

/** Whether a keyword is told as a format. */
export const isToldAsFormat = (place: Place, keyword: string): boolean => {
  if (child(place, 'format')) return false
  if (keyword === 'contentEncoding') return isWord(place, keyword, 'base64')
  return keyword === 'contentMediaType' && formatOf(place) === 'binary'
}

const isWord = (place: Place, keyword: string, word: string) => child(place, keyword)?.value === word
