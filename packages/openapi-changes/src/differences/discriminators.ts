import { child, entries, type OpenApi, type Place, text } from '../document.ts'
import { append, segmentsOf } from '../pointer.ts'
import { type Contrast, type Difference, placeOf } from './contrast.ts'
import type { Choice, Shape, Shapes } from './shape.ts'

/** By which property one tells the shape; and by what it says where names of schemas don't. */
export type Discriminator = {
  propertyName: string
  /** Where each value leads to. */
  mapping: ReadonlyMap<string, string>
  /** Where all the others lead to. */
  otherwise?: string | undefined
}

export const discriminatorOf = (document: OpenApi, place: Place): Discriminator | undefined => {
  const discriminator = child(place, 'discriminator')
  if (!discriminator) return undefined
  const mapping = entries(discriminator, 'mapping').map(([name, { value }]): [string, string] => [
    name,
    targetOf(document, String(value)),
  ])
  const otherwise = text(discriminator, 'defaultMapping')
  return {
    propertyName: text(discriminator, 'propertyName') ?? '',
    mapping: new Map(mapping),
    otherwise: otherwise === undefined ? undefined : targetOf(document, otherwise),
  }
}

/** A schema is meant by its name or by a reference. */
const targetOf = (document: OpenApi, value: string): string =>
  /^[\w.-]+$/.test(value) ? append(value, schemas) : (document.pointerOf(value) ?? value)

const schemas = '/components/schemas'

/** What differs in how one tells the shape. */
export const compareDiscriminators = (contrast: Contrast): Difference[] => {
  const { older, newer } = contrast
  const path = placeOf(newer, 'discriminator')
  const [from, to] = [older.discriminator, newer.discriminator]
  if (!from && !to) return []
  if (!from || !to) return [{ stem: to ? 'discriminator-added' : 'discriminator-removed', path }]
  const isKept =
    from.propertyName === to.propertyName &&
    (from.otherwise === undefined || from.otherwise === to.otherwise) &&
    areValuesKept(contrast)
  if (!isKept) return [{ stem: 'discriminator-changed', path }]
  return from.otherwise === to.otherwise ? [] : [{ stem: 'discriminator-default-added', path }]
}

/**
 * A value that led to a shape still does. Where the shape is gone, or is called otherwise, it is told among the shapes.
 * An answer must not have another value for a shape than before.
 */
const areValuesKept = ({ older, newer, shapesOf, direction }: Contrast): boolean => {
  const [was, is] = [valuesOf(older, shapesOf.older), valuesOf(newer, shapesOf.newer)]
  const [before, after] = [new Set(was.values()), new Set(is.values())]
  const isKept = [...was].every(([value, target]) => is.get(value) === target || !after.has(target))
  if (direction === 'request') return isKept
  return isKept && [...is].every(([value, target]) => was.has(value) || !before.has(target))
}

/** Names of schemas count where no value is said to lead to them. */
const valuesOf = ({ discriminator, choice }: Shape, shapes: Shapes): Map<string, string> => {
  const values = new Map(discriminator?.mapping)
  const told = new Set(values.values())
  for (const pointer of componentsOf(choice, shapes))
    if (!told.has(pointer)) values.set(segmentsOf(pointer)[2] ?? '', pointer)
  return values
}

const componentsOf = (choice: Choice | undefined, shapes: Shapes): string[] =>
  (choice?.branches ?? [])
    .map(({ schema }) => shapes.shapeOf(schema).pointer)
    .filter((pointer) => pointer.startsWith(`${schemas}/`) && segmentsOf(pointer).length === 3)
