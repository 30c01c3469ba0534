import { type Contrast, type Difference, inWords, placeOf } from './contrast.ts'
import type { Shape } from './shape.ts'
import { allTypes, isWithin } from './types.ts'

/** What differs in `type`, `nullable`, `enum` and `const`. */
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
  const path = newer.at.get('nullable') ?? placeOf(newer, 'type')
  return [{ stem: newer.isNullable ? 'became-nullable' : 'became-not-nullable', path }]
}

const compareValues = ({ older, newer }: Contrast): Difference[] => {
  if (older.values && newer.values) {
    const removed = lacking(older.values, newer.values, 'enum-value-removed')
    return [...removed, ...lacking(newer.values, older.values, 'enum-value-added')]
  }
  const path = newer.at.get('enum') ?? placeOf(newer, 'const')
  if (newer.values) return [{ stem: 'became-enum', path, to: listOf(newer.values) }]
  return older.values ? [{ stem: 'no-longer-enum', path, from: listOf(older.values) }] : []
}

const lacking = (
  values: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
  stem: string,
): Difference[] =>
  [...values]
    .filter(([value]) => !others.has(value))
    .map(([value, path]) => ({ stem, path, detail: ` ${inWords(value)}` }))

const listOf = (values: ReadonlyMap<string, string>): string => inWords([...values.keys()].join(', '))
