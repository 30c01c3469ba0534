import { segmentsOf, valueAt } from '../pointer.ts'
import type { Part, Shape, Shapes } from './shape.ts'
import { subtypesOf } from './subtypes.ts'

/** Which component each value of the property leads to. */
export type Values = ReadonlyMap<string, string>

/** Where no value is said to lead to a component, the one that it demands does, or else its name. */
export const valuesOf = (shape: Shape, shapes: Shapes): Values => {
  const { discriminator, choice } = shape
  const targets = choice ? listedIn(shape, shapes) : subtypesOf(shape, shapes)
  const mapping = [...(discriminator?.mapping ?? [])].filter(
    ([, target]) => choice || targets.has(target) || !isComponent(target),
  )
  const values = new Map(mapping)
  const told = new Set(values.values())
  for (const [pointer, target] of targets) {
    const demanded = demandedBy(target, shapes, discriminator?.propertyName)
    const free = [demanded, segmentsOf(pointer)[2]].find((value) => value !== undefined && !values.has(value))
    if (!told.has(pointer) && free !== undefined) values.set(free, pointer)
  }
  return values
}

/** Whether a value leads to a schema of the document, and not elsewhere. */
export const isComponent = (target: string): boolean => target.startsWith('/components/schemas/')

const demandedBy = (shape: Shape, shapes: Shapes, property = ''): string | undefined => {
  const part = shape.required.has(property) ? shape.properties.get(property) : undefined
  const values = part && shapes.shapeOf(part.schema).values
  const [only = 'null', ...others] = values?.keys() ?? []
  const value: unknown = others.length > 0 ? undefined : JSON.parse(only)
  return typeof value === 'string' ? value : undefined
}

const listedIn = ({ choice }: Shape, shapes: Shapes): Map<string, Shape> =>
  new Map(
    (choice?.branches ?? []).flatMap((branch) => {
      const component = componentOf(branch, shapes)
      return component === undefined ? [] : [[component, shapes.shapeOf(branch.schema)] as const]
    }),
  )

/** By its reference, for what the component itself is made of may have a name too. */
export const componentOf = ({ pointer, schema }: Part, { document, shapeOf }: Shapes): string | undefined => {
  const target = document.step({ value: valueAt(pointer, document.root.value), pointer })
  const found = target?.pointer ?? shapeOf(schema).pointer
  return /^\/components\/schemas\/[^/]+$/.test(found) ? found : undefined
}

/**
 * Which component of one document is which of the other: the one of the same name, or else the one that a value of its
 * own leads to. The same there and back.
 */
export const counterparts = (values: Values, others: Values): Map<string, string> => {
  const [mine, theirs] = [new Set(values.values()), new Set(others.values())]
  const found = new Map([...mine].filter((target) => theirs.has(target)).map((target) => [target, target]))
  const taken = new Set(found.values())
  for (const value of [...values.keys()].sort()) {
    const [target, other] = [values.get(value), others.get(value)]
    if (target === undefined || other === undefined || found.has(target) || taken.has(other)) continue
    if (!isComponent(target) || !isComponent(other)) continue
    found.set(target, other)
    taken.add(other)
  }
  return found
}
