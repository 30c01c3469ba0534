import { type Bound, type BoundName, tighter } from './bounds.ts'
import { type Contrast, type Difference, placeOf } from './contrast.ts'

const words: Record<BoundName, string> = {
  minimum: 'minimum',
  maximum: 'maximum',
  minLength: 'min-length',
  maxLength: 'max-length',
  minItems: 'min-items',
  maxItems: 'max-items',
  minProperties: 'min-properties',
  maxProperties: 'max-properties',
}

/** What differs in how much there may be. */
export const compareLimits = (contrast: Contrast): Difference[] => [
  ...boundNamesOf(contrast).flatMap((name) => compareBound(contrast, name)),
  ...compareSteps(contrast),
  ...compareUniqueness(contrast),
]

/** Most schemas have no bounds at all. */
const boundNamesOf = ({ older, newer }: Contrast): BoundName[] =>
  older.bounds.size + newer.bounds.size > 0 ? (Object.keys(words) as BoundName[]) : []

const compareBound = ({ older, newer }: Contrast, name: BoundName): Difference[] => {
  const [from, to] = [older.bounds.get(name), newer.bounds.get(name)]
  if (from?.value === to?.value && from?.isExclusive === to?.isExclusive) return []
  const isTighter = !from || (to !== undefined && tighter(name, from, to) === to)
  const isRaised = isTighter === name.startsWith('min')
  const path = newer.at(name) ?? placeOf(newer, `exclusive${name.replace('m', 'M')}`)
  return [
    {
      stem: `${words[name]}-${isRaised ? 'raised' : 'lowered'}`,
      path,
      from: inFigures(from),
      to: inFigures(to),
    },
  ]
}

const inFigures = (bound: Bound | undefined): string => {
  if (!bound) return 'none'
  return bound.isExclusive ? `${bound.value} (exclusive)` : `${bound.value}`
}

const compareSteps = ({ older, newer }: Contrast): Difference[] => {
  const [from, to] = [older.multipleOf, newer.multipleOf]
  if (from === to) return []
  const path = placeOf(newer, 'multipleOf')
  const difference = { path, from: `${from ?? 'none'}`, to: `${to ?? 'none'}` }
  if (to === undefined || (from !== undefined && from % to === 0))
    return [{ stem: 'multiple-of-loosened', ...difference }]
  if (from === undefined || to % from === 0) return [{ stem: 'multiple-of-tightened', ...difference }]
  return [{ stem: 'multiple-of-changed', ...difference }]
}

const compareUniqueness = ({ older, newer }: Contrast): Difference[] => {
  if (older.hasUniqueItems === newer.hasUniqueItems) return []
  const stem = newer.hasUniqueItems ? 'items-became-unique' : 'items-no-longer-unique'
  return [{ stem, path: placeOf(newer, 'uniqueItems') }]
}
