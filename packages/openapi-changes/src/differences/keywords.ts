import { areSame } from './conditions.ts'
import { type Contrast, type Difference, inWords, placeOf } from './contrast.ts'
import { compareLimits } from './limits.ts'
import type { Discriminator, Shape } from './shape.ts'
import { compareTypes } from './type-differences.ts'

/** What differs in the keywords that say something about the value itself. */
export const compareKeywords = (contrast: Contrast): Difference[] => [
  ...compareTypes(contrast),
  ...compareLimits(contrast),
  ...comparePattern(contrast),
  ...compareFormat(contrast),
  ...compareDefault(contrast),
  ...compareDiscriminator(contrast),
  ...compareConditions(contrast),
  ...compareDeprecation(contrast),
]

const comparePattern = ({ older, newer }: Contrast): Difference[] =>
  added('pattern', older.pattern, newer.pattern, placeOf(newer, 'pattern'))

/** Formats of which each is within the next. */
const wideningFormats = [
  ['int32', 'int64'],
  ['float', 'double'],
]

const compareFormat = ({ older, newer }: Contrast): Difference[] => {
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

const compareDiscriminator = ({ older, newer }: Contrast): Difference[] => {
  const path = placeOf(newer, 'discriminator')
  if (!older.discriminator && newer.discriminator) return [{ stem: 'discriminator-added', path }]
  if (older.discriminator && !newer.discriminator) return [{ stem: 'discriminator-removed', path }]
  if (!older.discriminator || !newer.discriminator) return []
  return isKept(older.discriminator, newer.discriminator) ? [] : [{ stem: 'discriminator-changed', path }]
}

const isKept = (older: Discriminator, newer: Discriminator): boolean =>
  older.propertyName === newer.propertyName &&
  [...older.mapping].every(([name, schema]) => newer.mapping.get(name) === schema)

const compareConditions = ({ older, newer, shapesOf }: Contrast): Difference[] => {
  const keywords = new Set([...older.conditions.keys(), ...newer.conditions.keys()])
  return [...keywords].flatMap((keyword) => {
    const [one, other] = [older.conditions.get(keyword), newer.conditions.get(keyword)]
    const { older: from, newer: to } = shapesOf
    if (one && other && areSame(from.document, to.document, one, other)) return []
    return [{ stem: 'condition-changed', path: other?.pointer ?? newer.pointer, detail: ` ${keyword}` }]
  })
}

const compareDeprecation = ({ older, newer }: { older: Shape; newer: Shape }): Difference[] => {
  if (older.isDeprecated === newer.isDeprecated) return []
  const stem = newer.isDeprecated ? 'deprecated' : 'no-longer-deprecated'
  return [{ stem, path: placeOf(newer, 'deprecated') }]
}
