import { isObject, type OpenApi } from '../document.ts'
import { append, segmentsOf, valueAt } from '../pointer.ts'
import type { Shape, Shapes } from './shape.ts'

/** Components by their pointers. */
type Components = ReadonlyMap<string, Shape>

const none: Components = new Map()

const known = new WeakMap<Shape, Components>()

/**
 * What a property tells apart where there is no list of shapes: the components that extend the shape by `allOf`, and
 * those that the discriminator names. With a shape that only inherits its discriminator, it is one of them itself.
 */
export const subtypesOf = (shape: Shape, shapes: Shapes): Components => {
  if (!shape.discriminator || shape.choice) return none
  const found = known.get(shape) ?? findSubtypes(shape, shapes)
  known.set(shape, found)
  return found
}

const findSubtypes = (shape: Shape, shapes: Shapes): Components => {
  const { document } = shapes
  const named = shapesAt(new Set(shape.discriminator?.mapping.values()), shapes)
  const base = baseOf(shape)
  if (base === undefined) return named
  const family = shapesAt(extending([base], document), shapes)
  const heirs = [...family].filter(([, heir]) => heir === shape).map(([pointer]) => pointer)
  const isBase = heirs.length === 0 || shapesAt([base], shapes).get(base) === shape
  return isBase ? new Map([...named, ...family]) : shapesAt([...heirs, ...extending(heirs, document)], shapes)
}

/** The component that has the discriminator. */
const baseOf = (shape: Shape): string | undefined => {
  const segments = segmentsOf(shape.at('discriminator') ?? '')
  const [root, kind, name = '', ...within] = segments
  return root === 'components' && kind === 'schemas' && within.length === 1
    ? append(name, schemas)
    : undefined
}

const schemas = '/components/schemas'

const shapesAt = (pointers: Iterable<string>, { document, shapeOf }: Shapes): Components =>
  new Map(
    [...pointers].flatMap((pointer) => {
      const value = valueAt(pointer, document.root.value)
      return isObject(value) ? [[pointer, shapeOf([document.settle({ value, pointer })])] as const] : []
    }),
  )

/** Whatever leads to one of these components by `allOf`, directly or not. Another name for one is no other one. */
const extending = (bases: string[], document: OpenApi): string[] => {
  const heirs = heirsIn(document)
  const reached = new Set(bases)
  for (const pointer of reached) for (const heir of heirs.get(pointer) ?? []) reached.add(heir)
  return [...reached].filter(
    (pointer) => !bases.includes(pointer) && !isAlias(valueAt(pointer, document.root.value), document),
  )
}

const isAlias = (value: unknown, { is30 }: OpenApi): boolean =>
  isObject(value) && typeof value.$ref === 'string' && (is30 || Object.keys(value).length === 1)

const heirsByDocument = new WeakMap<OpenApi, Map<string, string[]>>()

/** For each component, those that extend it, and its other names. */
const heirsIn = (document: OpenApi): Map<string, string[]> => {
  const known = heirsByDocument.get(document)
  if (known) return known
  const heirs = new Map<string, string[]>()
  const components = valueAt(schemas, document.root.value)
  for (const [name, value] of Object.entries(isObject(components) ? components : {}))
    for (const base of extendedBy(value, document)) {
      const others = heirs.get(base)
      if (others) others.push(append(name, schemas))
      else heirs.set(base, [append(name, schemas)])
    }
  heirsByDocument.set(document, heirs)
  return heirs
}

/** Not followed: nobody has to mend what is never used. */
const extendedBy = (value: unknown, document: OpenApi): string[] => {
  if (!isObject(value)) return []
  const base = typeof value.$ref === 'string' ? document.pointerOf(value.$ref) : undefined
  const parts = Array.isArray(value.allOf) ? value.allOf : []
  return [...(base === undefined ? [] : [base]), ...parts.flatMap((part) => extendedBy(part, document))]
}
