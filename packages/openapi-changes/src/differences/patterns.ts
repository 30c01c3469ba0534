import { entries } from '../document.ts'
import { type Comparison, type Contrast, type Difference, nothing, type Within } from './contrast.ts'
import { matches } from './plain-pattern.ts'
import type { Schema, Shape, Shapes } from './shape.ts'

/** What differs in `patternProperties`: a pattern is like a property of which the name is not known. */
export const comparePatterns = (contrast: Contrast): Comparison => {
  const { older, newer, shapesOf } = contrast
  if (![older, newer].some(({ conditions }) => conditions.has('patternProperties'))) return nothing
  const [before, after] = [patternsOf(older, shapesOf.older), patternsOf(newer, shapesOf.newer)]
  const gone = [...before].filter(([pattern]) => !after.has(pattern))
  const added = [...after].filter(([pattern]) => !before.has(pattern))
  const kept = [...before].flatMap(([pattern, from]): Within[] => {
    const to = after.get(pattern)
    return to
      ? [
          {
            place: placeOfPattern(pattern),
            older: shapeOf(shapesOf.older, from),
            newer: shapeOf(shapesOf.newer, to),
          },
        ]
      : []
  })
  return {
    differences: [
      ...gone.map((entry) => tell('removed', entry)),
      ...added.map((entry) => tell('added', entry)),
    ],
    within: [...kept, ...added.flatMap(([pattern, to]) => saidBefore(contrast, pattern, to))],
  }
}

type Found = { schema: Schema; pointer: string }

const patternsOf = ({ conditions, pointer }: Shape, { document }: Shapes): Map<string, Found> => {
  const found = conditions.get('patternProperties')
  if (!found) return new Map()
  return new Map(
    entries({ value: { patternProperties: found.value }, pointer }, 'patternProperties').map(
      ([pattern, place]) => {
        const at = {
          value: place.value,
          pointer: found.pointer + place.pointer.slice(`${pointer}/patternProperties`.length),
        }
        return [pattern, { schema: [document.settle(at)], pointer: at.pointer }]
      },
    ),
  )
}

const shapeOf = (shapes: Shapes, { schema }: Found): Shape => shapes.shapeOf(schema)

const placeOfPattern = (pattern: string): string => `[/${pattern}/]`

const tell = (end: 'added' | 'removed', [pattern, { pointer }]: [string, Found]): Difference => {
  return { stem: `pattern-properties-${end}`, place: placeOfPattern(pattern), path: pointer }
}

/** What a name of the pattern had to fit before: what all others have to, or what is said of it by its name. */
const saidBefore = ({ older, direction, shapesOf }: Contrast, pattern: string, to: Found): Within[] => {
  const others = typeof older.others === 'string' ? [] : [older.others]
  const listed = [...older.properties].filter(([name]) => matches(pattern, name) !== false)
  const said = [...others, ...(direction === 'request' ? listed.map(([, { schema }]) => schema) : [])]
  const newer = shapeOf(shapesOf.newer, to)
  return said.map((schema) => ({
    place: placeOfPattern(pattern),
    older: shapesOf.older.shapeOf(schema),
    newer,
  }))
}
