import { bothHaveText } from './both-have.ts'
import { isBinaryAcross } from './content-words.ts'
import { type Contrast, type Difference, inWords, placeOf } from './contrast.ts'
import { compareDiscriminators } from './discriminators.ts'
import { compareLimits } from './limits.ts'
import { textOf } from './listed-values.ts'
import { matches } from './plain-pattern.ts'
import type { Shape } from './shape.ts'
import { sunsetChange } from './sunset.ts'
import { compareTypes } from './type-differences.ts'
import { compareXml } from './xml.ts'

/** What differs in the keywords that say something about the value itself. */
export const compareKeywords = (contrast: Contrast): Difference[] => [
  ...compareTypes(contrast),
  ...(isListed(contrast) ? [] : compareLimits(contrast)),
  ...comparePattern(contrast),
  ...compareFormat(contrast),
  ...compareDefault(contrast),
  ...compareDiscriminators(contrast),
  ...compareXml(contrast),
  ...compareDeprecation(contrast),
]

/** Where values are listed, it is known of each of them whether it fits. */
const isListed = ({ older, newer }: Contrast): boolean =>
  older.values !== undefined || newer.values !== undefined

const comparePattern = (contrast: Contrast): Difference[] => {
  const { older, newer } = contrast
  const [pattern, others] = [older.pattern ?? newer.pattern, older.values ?? newer.values]
  const isKnown = ([key]: [string, string]) => matches(pattern ?? '', key) !== undefined
  if (!bothHaveText(contrast)) return []
  if (isListed(contrast) && [...(others ?? [])].every(isKnown)) return []
  return added('pattern', older.pattern, newer.pattern, placeOf(newer, 'pattern'))
}

/** Formats of which each is within the next. */
const wideningFormats = [
  ['int32', 'int64'],
  ['float', 'double'],
]

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
const compareDefault = ({ older, newer, isOptional, isText, direction }: Contrast): Difference[] => {
  const [from, to] = [older, newer].map(({ standard }) => (isText && standard ? textOf(standard) : standard))
  return isOptional && direction === 'request' ? added('default', from, to, placeOf(newer, 'default')) : []
}

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

const compareDeprecation = ({ older, newer }: { older: Shape; newer: Shape }): Difference[] => {
  const stem = newer.isDeprecated ? 'deprecated' : 'no-longer-deprecated'
  const sunset = sunsetChange(older.sunset, newer.sunset, newer.isDeprecated)
  return [
    ...(older.isDeprecated === newer.isDeprecated ? [] : [{ stem, path: placeOf(newer, 'deprecated') }]),
    ...sunset.map(({ end, ...more }) => ({ stem: end, path: placeOf(newer, 'x-sunset'), ...more })),
  ]
}
