import { child, entries, flag, type Place, text } from '../document.ts'
import { mediaTypeOf } from './media-type-names.ts'
import type { Types } from './types.ts'

/**
 * How a parameter or a header is written: OpenAPI's defaults depend on where it belongs.
 * @param types those that its value may have, in one document or the other
 */
export const formOf = (place: Place, location: string, types: Types): string => {
  const [media] = entries(place, 'content')
  if (media) return mediaTypeOf(media[0])
  const style = text(place, 'style') ?? (location === 'query' || location === 'cookie' ? 'form' : 'simple')
  const isExploded = child(place, 'explode') ? flag(place, 'explode') : style === 'form' || style === 'cookie'
  return isExploded && isExplodable(style, types) ? `${style} explode` : style
}

/** A single value has no parts to be written apart, and some styles write parts one way only. */
const isExplodable = (style: string, types: Types): boolean => {
  if (style === 'deepObject') return false
  return types.has('object') || (types.has('array') && style !== 'simple')
}

/** Whether it is written as plain text, and not as a media type. */
export const isPlainText = (place: Place): boolean => entries(place, 'content').length === 0

/** What has its schema in `content` is written as that media type. */
export const holderOfSchema = (place: Place): Place => {
  const [media] = entries(place, 'content')
  return media?.[1] ?? place
}
