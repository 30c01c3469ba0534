import { child, isObject, type Place } from '../document.ts'
import { canonical } from './canonical.ts'
import { mediaTypeOf, rangesOf } from './media-type-names.ts'

/** What became of how the parts of a body are written; nothing where they are written as before. */
export type EncodingChange = 'encoding-changed' | 'encoding-widened' | 'encoding-narrowed'

/** A part may be of any of the types that are listed for it. What else is said of parts is compared as a whole. */
export const compareEncodings = (from: Place, to: Place): EncodingChange | undefined => {
  const [was, is] = [typesByPart(from), typesByPart(to)]
  const [isKept, isBack] = [areWithin(was, is), areWithin(is, was)]
  const isElse = besidesTypes(from) !== besidesTypes(to)
  if (isKept && isBack && !isElse) return undefined
  if (isElse || isKept === isBack) return 'encoding-changed'
  return isKept ? 'encoding-widened' : 'encoding-narrowed'
}

type Types = ReadonlyMap<string, readonly string[]>

const partsOf = (media: Place): [name: string, part: unknown][] => {
  const parts = child(media, 'encoding')?.value
  return isObject(parts) ? Object.entries(parts) : []
}

const typesByPart = (media: Place): Types =>
  new Map(
    partsOf(media).flatMap(([name, part]) =>
      isObject(part) && typeof part.contentType === 'string'
        ? [[name, part.contentType.split(',').map(mediaTypeOf)] as const]
        : [],
    ),
  )

const areWithin = (one: Types, other: Types): boolean =>
  [...new Set([...one.keys(), ...other.keys()])].every((part) => {
    const ranges = other.get(part) ?? []
    // what is not said is a type that hangs on the schema
    const types = one.get(part) ?? ['?/?']
    return types.every((type) => [type, ...rangesOf(type)].some((range) => ranges.includes(range)))
  })

/** OpenAPI 3.2 lists parts that have no name. */
const lists = ['prefixEncoding', 'itemEncoding']

const besidesTypes = (media: Place): string => {
  const parts = partsOf(media).map(([name, part]) => {
    if (!isObject(part)) return [name, part]
    const { contentType: _, ...others } = part
    return Object.keys(others).length === 0 ? [] : [name, others]
  })
  return canonical([
    parts.filter(({ length }) => length > 0).sort(),
    ...lists.map((list) => child(media, list)?.value ?? {}),
  ])
}
