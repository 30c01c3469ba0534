import { bothAreBounded, bothHave } from './both-have.ts'
import { areEqual, type Bound, type BoundName, tighter } from './bounds.ts'
import { type Contrast, type Difference, placeOf } from './contrast.ts'
import { isMultiple } from './multiples.ts'

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
const boundNamesOf = (contrast: Contrast): BoundName[] =>
  contrast.older.bounds.size + contrast.newer.bounds.size > 0
    ? (Object.keys(words) as BoundName[]).filter((name) => bothAreBounded(contrast, name))
    : []

const compareBound = ({ older, newer }: Contrast, name: BoundName): Difference[] => {
  const [from, to] = [older.bounds.get(name), newer.bounds.get(name)]
  if (from && to && areEqual(from.value, to.value) && from.isExclusive === to.isExclusive) return []
  if (!from && !to) return []
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

const compareSteps = (contrast: Contrast): Difference[] => {
  const { older, newer } = contrast
  const [from, to] = [older.multipleOf, newer.multipleOf]
  if (from === to || !bothHave(contrast, 'number', 'integer')) return []
  const path = placeOf(newer, 'multipleOf')
  const difference = { path, from: `${from ?? 'none'}`, to: `${to ?? 'none'}` }
  if (to === undefined || (from !== undefined && isMultiple(from, to)))
    return [{ stem: 'multiple-of-loosened', ...difference }]
  if (from === undefined || isMultiple(to, from)) return [{ stem: 'multiple-of-tightened', ...difference }]
  return [{ stem: 'multiple-of-changed', ...difference }]
}

const compareUniqueness = (contrast: Contrast): Difference[] => {
  const { older, newer } = contrast
  if (older.hasUniqueItems === newer.hasUniqueItems || !bothHave(contrast, 'array')) return []
  const stem = newer.hasUniqueItems ? 'items-became-unique' : 'items-no-longer-unique'
  return [{ stem, path: placeOf(newer, 'uniqueItems') }]
}
