import { areSame } from './conditions.ts'
import { type Contrast, type Difference, inWords, placeOf } from './contrast.ts'
import { compareDiscriminators } from './discriminators.ts'
import { compareLimits } from './limits.ts'
import type { Shape } from './shape.ts'
import { sunsetChange } from './sunset.ts'
import { compareTypes } from './type-differences.ts'
import { compareXml } from './xml.ts'

/** What differs in the keywords that say something about the value itself. */
export const compareKeywords = (contrast: Contrast): Difference[] => [
  ...compareTypes(contrast),
  ...compareLimits(contrast),
  ...comparePattern(contrast),
  ...compareFormat(contrast),
  ...compareDefault(contrast),
  ...compareDiscriminators(contrast),
  ...compareConditions(contrast),
  ...compareXml(contrast),
  ...compareDeprecation(contrast),
]

const comparePattern = ({ older, newer }: Contrast): Difference[] =>
  added('pattern', older.pattern, newer.pattern, placeOf(newer, 'pattern'))

/** Formats of which each is within the next. */
const wideningFormats = [
  ['int32', 'int64'],
  ['float', 'double'],
]

/** Whether one document says in 3.0 what the other says in a later version. */
const isAcross = ({ shapesOf: { older, newer } }: Contrast): boolean =>
  older.document.is30 !== newer.document.is30

/** 3.1 has no `format: binary`: what it has instead, if anything, is the media type. */
const isBinaryAcross = (contrast: Contrast): boolean => {
  const formats = [contrast.older.format, contrast.newer.format]
  return isAcross(contrast) && formats.includes('binary') && formats.includes(undefined)
}

const compareFormat = (contrast: Contrast): Difference[] => {
  const { older, newer } = contrast
  if (isBinaryAcross(contrast)) return []
  const [difference] = added('format', older.format, newer.format, placeOf(newer, 'format'))
  if (difference?.stem !== 'format-changed') return difference ? [difference] : []
  const isStep = (from = '', to = '') =>
    wideningFormats.some(([small, large]) => small === from && large === to)
  if (isStep(older.format, newer.format)) return [{ ...difference, stem: 'format-widened' }]
  return [isStep(newer.format, older.format) ? { ...difference, stem: 'format-narrowed' } : difference]
}

/** What has to be there has no use for a default, and an answer tells everything itself. */
const compareDefault = ({ older, newer, isOptional, direction }: Contrast): Difference[] =>
  isOptional && direction === 'request'
    ? added('default', older.standard, newer.standard, placeOf(newer, 'default'))
    : []

const added = (
  word: string,
  from: string | undefined,
  to: string | undefined,
  path: string,
): Difference[] => {
  if (from === to) return []
  const end = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed'
  return [
    {
      stem: `${word}-${end}`,
      path,
      ...(from !== undefined && { from: inWords(from) }),
      ...(to !== undefined && { to: inWords(to) }),
    },
  ]
}

const compareConditions = (contrast: Contrast): Difference[] => {
  const { older, newer, shapesOf } = contrast
  const keywords = new Set([...older.conditions.keys(), ...newer.conditions.keys()])
  keywords.delete('patternProperties')
  if (isBinaryAcross(contrast)) keywords.delete('contentMediaType')
  return [...keywords].flatMap((keyword) => {
    const [one, other] = [older.conditions.get(keyword), newer.conditions.get(keyword)]
    const { older: from, newer: to } = shapesOf
    if (one && other && areSame(from.document, to.document, keyword, one, other)) return []
    return [{ stem: 'condition-changed', path: other?.pointer ?? newer.pointer, detail: ` ${keyword}` }]
  })
}

const compareDeprecation = ({ older, newer }: { older: Shape; newer: Shape }): Difference[] => {
  const stem = newer.isDeprecated ? 'deprecated' : 'no-longer-deprecated'
  const sunset = sunsetChange(older.sunset, newer.sunset, newer.isDeprecated)
  return [
    ...(older.isDeprecated === newer.isDeprecated ? [] : [{ stem, path: placeOf(newer, 'deprecated') }]),
    ...sunset.map(({ end, ...more }) => ({ stem: end, path: placeOf(newer, 'x-sunset'), ...more })),
  ]
}
