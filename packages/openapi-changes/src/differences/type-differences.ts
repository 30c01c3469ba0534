import { type Contrast, type Difference, inWords, placeOf } from './contrast.ts'
import type { Shape } from './shape.ts'
import { allTypes, isWithin } from './types.ts'

/** What differs in `type`, `nullable`, `enum`, `const` and `x-extensible-enum`. */
export const compareTypes = (contrast: Contrast): Difference[] => {
  const { older, newer } = contrast
  // where both list their values, the values say it all
  const types = older.values && newer.values ? [] : compareTypeNames(contrast)
  // what has no type may be null, and that has been told with the type
  const isTold = types.length > 0 && isOpen(older) !== isOpen(newer)
  return [...types, ...(isTold ? [] : compareNull(contrast)), ...compareValues(contrast)]
}

const isOpen = ({ types, isNullable }: Shape): boolean => isNullable && types.size === allTypes.size

const compareTypeNames = ({ older, newer }: Contrast): Difference[] => {
  const wasWithin = older.types.size === 0 || isWithin(older.types, newer.types)
  const isNowWithin = newer.types.size === 0 || isWithin(newer.types, older.types)
  if (wasWithin && isNowWithin) return []
  const stem = wasWithin ? 'type-widened' : isNowWithin ? 'type-narrowed' : 'type-changed'
  return [{ stem, path: placeOf(newer, 'type'), from: namesOf(older), to: namesOf(newer) }]
}

const namesOf = (shape: Shape): string => {
  if (isOpen(shape)) return 'anything'
  const names = [...shape.types, ...(shape.isNullable ? ['null'] : [])].sort()
  return names.join(' or ') || 'nothing'
}

const compareNull = ({ older, newer }: Contrast): Difference[] => {
  if (older.isNullable === newer.isNullable) return []
  const path = newer.at('nullable') ?? placeOf(newer, 'type')
  return [{ stem: newer.isNullable ? 'became-nullable' : 'became-not-nullable', path }]
}

const compareValues = (contrast: Contrast): Difference[] => {
  const [was, is] = [listOf(contrast.older), listOf(contrast.newer)]
  if (!was.values || !is.values) return compareListing(contrast, was, is)
  const kind = kindOf({ isOpen: was.isOpen || is.isOpen })
  return [
    ...compareOpening(contrast, was, is),
    ...lacking(was.values, is.values, `${kind}-value-removed`),
    ...lacking(is.values, was.values, `${kind}-value-added`),
  ]
}

type List = { values?: ReadonlyMap<string, string> | undefined; isOpen: boolean }

/** All the values that it may have, or some of them where it is open to others. */
const listOf = ({ values, known }: Shape): List => ({
  values: values ?? known,
  isOpen: !values && known !== undefined,
})

const compareListing = ({ newer }: Contrast, was: List, is: List): Difference[] => {
  const path = listPlaceOf(newer)
  if (was.values) return [{ stem: `no-longer-${kindOf(was)}`, path, from: inList(was.values) }]
  return is.values ? [{ stem: `became-${kindOf(is)}`, path, to: inList(is.values) }] : []
}

const kindOf = ({ isOpen }: List): string => (isOpen ? 'open-enum' : 'enum')

const compareOpening = ({ newer }: Contrast, was: List, is: List): Difference[] =>
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
