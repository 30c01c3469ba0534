import { child, entries, type OpenApi, type Place, text } from '../document.ts'
import { append, valueAt } from '../pointer.ts'
import { type Contrast, type Difference, placeOf } from './contrast.ts'
import { counterparts, isComponent, type Values, valuesOf } from './discriminator-values.ts'
import { subtypesOf } from './subtypes.ts'

/** By which property one tells the shape; and by what it says where names of schemas don't. */
export type Discriminator = {
  propertyName: string
  /** Where each value leads to. */
  mapping: Values
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

/** A schema is meant by its name or by a reference. What leads out of the document is not followed, and is what it is. */
const targetOf = (document: OpenApi, value: string): string => {
  const named = append(value, '/components/schemas')
  const isName = /^[\w.-]+$/.test(value) && valueAt(named, document.root.value) !== undefined
  return isName ? named : (document.pointerOf(value) ?? value)
}

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
    isSameForm(contrast) &&
    areValuesKept(contrast)
  if (!isKept) return [{ stem: 'discriminator-changed', path }]
  return from.otherwise === to.otherwise ? [] : [{ stem: 'discriminator-default-added', path }]
}

/** Shapes that are listed are not compared with those that extend a shape. */
const isSameForm = ({ older, newer, shapesOf }: Contrast): boolean => {
  if (older.choice && newer.choice) return true
  const [was, is] = [subtypesOf(older, shapesOf.older), subtypesOf(newer, shapesOf.newer)]
  return older.choice ? is.size === 0 : !newer.choice || was.size === 0
}

/**
 * A value that led to a shape still does. Where the shape is gone, or is called otherwise, it is told among the shapes.
 * An answer must not have another value for a shape than before.
 */
const areValuesKept = ({ older, newer, shapesOf, direction }: Contrast): boolean => {
  const [was, is] = [valuesOf(older, shapesOf.older), valuesOf(newer, shapesOf.newer)]
  const [there, back] = [counterparts(was, is), counterparts(is, was)]
  return isWithin(was, is, there) && (direction === 'request' || isWithin(is, was, back))
}

const isWithin = (values: Values, others: Values, counterparts: ReadonlyMap<string, string>): boolean =>
  [...values].every(([value, target]) => {
    const counterpart = counterparts.get(target) ?? (isComponent(target) ? undefined : target)
    return counterpart === undefined || others.get(value) === counterpart
  })
