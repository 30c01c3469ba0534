import { entries, type Place } from '../document.ts'
import type { Schema, Shape, Shapes } from './shape.ts'

/** The schema under a condition's keyword, if it has one. */
export const schemaUnder = ({ conditions }: Shape, keyword: string, { document }: Shapes): Schema => {
  const found = conditions.get(keyword)
  return found ? [document.settle(found)] : []
}

/** The schemas under a condition's keyword, by their names. */
export const schemasUnder = (
  { conditions, pointer }: Shape,
  keyword: string,
  { document }: Shapes,
): Map<string, Place> => {
  const found = conditions.get(keyword)
  const members = found ? entries({ value: { [keyword]: found.value }, pointer: '' }, keyword) : []
  const at = found?.pointer ?? pointer
  return new Map(
    members.map(([name, place]) => {
      const inner = { value: place.value, pointer: at + place.pointer.slice(keyword.length + 1) }
      return [name, document.settle(inner)]
    }),
  )
}

/** What follows from a condition that is met, or is not. */
export const consequencesOf = (shape: Shape, shapes: Shapes): Shape[] =>
  ['then', 'else']
    .map((keyword) => schemaUnder(shape, keyword, shapes))
    .filter(({ length }) => length > 0)
    .map((schema) => shapes.shapeOf(schema))

/** What the same value may have to fit by its conditions. */
export const conditionalShapes = (shape: Shape, shapes: Shapes): Shape[] => {
  if (shape.conditions.size === 0) return []
  const named = [...schemasUnder(shape, 'dependentSchemas', shapes).values()]
  return [...consequencesOf(shape, shapes), ...named.map((place) => shapes.shapeOf([place]))]
}
