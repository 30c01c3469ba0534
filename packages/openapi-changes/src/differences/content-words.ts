import { child, type Place, text } from '../document.ts'
import type { Contrast } from './contrast.ts'

const octets = 'application/octet-stream'

/** The formats of 3.0 for what 3.1 writes as `contentEncoding`. */
const encodings: Record<string, string> = { base64: 'byte', base64url: 'base64url' }

/**
 * OpenAPI 3.1 writes 3.0's `format: byte` as `contentEncoding: base64`, and `format: binary` as a media type. `password`
 * tells what draws a form to hide the text, and no more.
 */
export const formatOf = (place: Place): string | undefined => {
  const format = text(place, 'format')
  if (format !== undefined && format !== 'password') return format
  const isBinary = child(place, 'contentMediaType')?.value === octets && !child(place, 'contentEncoding')
  return encodingOf(place) ?? (isBinary ? 'binary' : undefined)
}

/** Whether a keyword is told as a format. */
export const isToldAsFormat = (place: Place, keyword: string): boolean => {
  if (keyword === 'contentEncoding') return encodingOf(place) === formatOf(place)
  return keyword === 'contentMediaType' && !child(place, 'format') && formatOf(place) === 'binary'
}

const encodingOf = (place: Place): string | undefined => {
  const encoding = child(place, 'contentEncoding')?.value
  return typeof encoding === 'string' && Object.hasOwn(encodings, encoding) ? encodings[encoding] : undefined
}

/** Whether one document says in 3.0 what the other says in a later version. */
const isAcross = ({ shapesOf: { older, newer } }: Contrast): boolean =>
  older.document.is30 !== newer.document.is30

/** 3.1 has no `format: binary`: what it has instead, if anything, is the media type. */
export const isBinaryAcross = (contrast: Contrast): boolean => {
  const formats = [contrast.older.format, contrast.newer.format]
  return isAcross(contrast) && formats.includes('binary') && formats.includes(undefined)
}
