import { fromCanonical } from './canonical.ts'
import { type Contrast, type Difference, inWords, placeOf } from './contrast.ts'
import { type Listing, listingsOf } from './listed-values.ts'
import type { Shape } from './shape.ts'
import { allTypes, isOfType, isWithin, type Types } from './types.ts'
import { fitsLimits } from './value-fit.ts'

/** What differs in `type`, `nullable`, `enum`, `const` and `x-extensible-enum`. */
export const compareTypes = (contrast: Contrast): Difference[] => {
  const { older, newer } = contrast
  const { was, is } = listingsOf(contrast)
  // where both list their values, the values say it all
  const isListed = was.values && is.values && !was.isOpen && !is.isOpen
  const types = isListed ? [] : compareTypeNames(contrast)
  // what has no type may be null, and that has been told with the type
  const isTold = types.length > 0 && isOpen(older) !== isOpen(newer)
  return [...types, ...(isTold ? [] : compareNull(contrast)), ...compareValues(contrast, was, is)]
}

const isOpen = ({ types, isNullable }: Shape): boolean => isNullable && types.size === allTypes.size

const compareTypeNames = ({ older, newer, isText }: Contrast): Difference[] => {
  const within = isText ? isWithinText : isWithin
  const wasWithin = older.types.size === 0 || within(older.types, newer.types)
  const isNowWithin = newer.types.size === 0 || within(newer.types, older.types)
  if (wasWithin && isNowWithin) return []
  const stem = wasWithin ? 'type-widened' : isNowWithin ? 'type-narrowed' : 'type-changed'
  return [{ stem, path: placeOf(newer, 'type'), from: namesOf(older), to: namesOf(newer) }]
}

/** What is written as a text may be read as one. */
const isWithinText = (types: Types, others: Types): boolean => {
  const isRead = (type: string) => others.has('string') && ['integer', 'number', 'boolean'].includes(type)
  const left = [...types].filter((type) => !isRead(type))
  return left.length === 0 || isWithin(new Set(left), others)
}

const namesOf = (shape: Shape): string => {
  if (isOpen(shape)) return 'anything'
  const names = [...shape.types, ...(shape.isNullable ? ['null'] : [])].sort()
  return names.join(' or ') || 'nothing'
}

const compareNull = ({ older, newer }: Contrast): Difference[] => {
  if (older.isNullable === newer.isNullable) return []
  const path = newer.at('nullable') ?? placeOf(newer, 'type')
  const { isNullMeant } = newer.isNullable ? newer : older
  const stem = newer.isNullable ? 'became-nullable' : 'became-not-nullable'
  return [{ stem, path, ...(isNullMeant && { note: byTheLetter }) }]
}

/** Said where a document means more than it says. */
export const byTheLetter =
  'By the letter of OpenAPI 3.0, `nullable` says nothing there; it is read as everybody means it.'

const compareValues = (contrast: Contrast, was: Listing, is: Listing): Difference[] => {
  if (!was.values || !is.values) return [...compareListing(contrast, was, is), ...unfit(contrast)]
  const kind = kindOf({ isOpen: was.isOpen || is.isOpen })
  return [
    ...compareOpening(contrast, was, is),
    ...lacking(was.values, is.values, `${kind}-value-removed`),
    ...lacking(is.values, was.values, `${kind}-value-added`),
    ...(was.isOpen || is.isOpen ? unfit(contrast) : []),
  ]
}

const compareListing = ({ newer }: Contrast, was: Listing, is: Listing): Difference[] => {
  const path = listPlaceOf(newer)
  if (was.values) return [{ stem: `no-longer-${kindOf(was)}`, path, from: inList(was.values) }]
  return is.values ? [{ stem: `became-${kindOf(is)}`, path, to: inList(is.values) }] : []
}

/** Listed values that the other one, which lists none, has no room for. */
const unfit = ({ older, newer, isText }: Contrast): Difference[] => {
  const fits = (key: string, shape: Shape): boolean => {
    const value = fromCanonical(key)
    if (isOfType(value, shape.types)) return fitsLimits(value, shape)
    return !isText || !shape.types.has('string') || fitsLimits(String(value), shape)
  }
  const lacking = (shape: Shape, other: Shape, stem: string) =>
    [...(shape.values ?? [])]
      .filter(([key]) => !fits(key, other))
      .map(([key, path]) => ({ stem, path, detail: ` ${inWords(key)}` }))
  return [...lacking(older, newer, 'enum-value-removed'), ...lacking(newer, older, 'enum-value-added')]
}

const kindOf = ({ isOpen }: Pick<Listing, 'isOpen'>): string => (isOpen ? 'open-enum' : 'enum')

const compareOpening = ({ newer }: Contrast, was: Listing, is: Listing): Difference[] =>
  was.isOpen === is.isOpen
    ? []
    : [{ stem: is.isOpen ? 'enum-opened' : 'enum-closed', path: listPlaceOf(newer) }]

const listPlaceOf = (shape: Shape): string =>
  shape.at('enum') ?? shape.at('x-extensible-enum') ?? placeOf(shape, 'const')

const lacking = (
  values: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
  stem: string,
): Difference[] =>
  [...values]
    .filter(([value]) => !others.has(value))
    .map(([value, path]) => ({ stem, path, detail: ` ${inWords(value)}` }))

const inList = (values: ReadonlyMap<string, string>): string => inWords([...values.keys()].join(', '))
