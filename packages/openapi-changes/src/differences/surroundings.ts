import { isObject } from '../document.ts'
import { areApart } from './apart.ts'
import { conditionalShapes } from './condition-schemas.ts'
import type { Schema, Shape, Shapes } from './shape.ts'

/** For a schema, all that the same value has to fit as well, or could: what it is a part or a branch of, and the others. */
export type Surroundings = (shape: Shape) => Shape[]

/**
 * Found on the first question only, because it takes a walk through the whole document.
 * @param roots the schemas from which all others of the document are reached
 */
export const surroundingsIn = (roots: Shape[], shapes: Shapes): Surroundings => {
  let known: Map<Shape, Shape[]> | undefined
  return (shape) => {
    known ??= wholesIn(roots, shapes)
    return around(shape, known, shapes)
  }
}

/** For each branch, what it is a branch of. */
const wholesIn = (roots: Shape[], shapes: Shapes): Map<Shape, Shape[]> => {
  const wholes = new Map<Shape, Shape[]>()
  const reached = new Set(roots)
  for (const shape of reached) {
    const branches = branchesOf(shape, shapes)
    for (const branch of branches) {
      const known = wholes.get(branch)
      if (known) known.push(shape)
      else wholes.set(branch, [shape])
    }
    for (const inner of [...branches, ...contentsOf(shape, shapes)]) reached.add(inner)
  }
  return wholes
}

const around = (shape: Shape, wholes: Map<Shape, Shape[]>, shapes: Shapes): Shape[] => {
  const found = new Set<Shape>()
  const inside = new Set([shape])
  for (const branch of inside)
    for (const whole of wholes.get(branch) ?? []) {
      inside.add(whole)
      found.add(whole)
      for (const other of branchesOf(whole, shapes))
        if (other !== branch && !areApart({ shape: other, shapes }, { shape: branch, shapes }))
          for (const part of allOf(other, shapes)) found.add(part)
    }
  return [...found]
}

/** Whatever the older schemas say of a property by its name, or of any that they do not list. */
export const saidOf = (name: string, schema: Shape, shapes: Shapes, surroundings: Surroundings): Shape[] =>
  [...new Set([...allOf(schema, shapes), ...surroundings(schema)])].flatMap((shape) => {
    const part = shape.properties.get(name)
    if (part) return [shapes.shapeOf(part.schema)]
    // a pattern may be about it, and is not read
    if (shape.conditions.has('patternProperties')) return [shapes.anyAt(shape.pointer)]
    const unevaluated = shape.conditions.get('unevaluatedProperties')
    if (unevaluated)
      return unevaluated.value === false ? [] : [shapes.shapeOf([shapes.document.settle(unevaluated)])]
    if (typeof shape.others !== 'string') return [shapes.shapeOf(shape.others)]
    // what has to be there is sent, whether or not somebody says what it is
    return shape.required.has(name) && shape.others === 'open' ? [shapes.anyAt(shape.pointer)] : []
  })

/** A schema with its parts and branches, and theirs. */
const allOf = (schema: Shape, shapes: Shapes): Shape[] => {
  const found = new Set([schema])
  for (const shape of found) for (const branch of branchesOf(shape, shapes)) found.add(branch)
  return [...found]
}

const branchesOf = (shape: Shape, shapes: Shapes): Shape[] => [
  ...shape.rest,
  ...(shape.choice?.branches ?? []).map(({ schema }) => shapes.shapeOf(schema)),
  ...conditionalShapes(shape, shapes),
]

const contentsOf = ({ properties, prefix, items, others }: Shape, shapes: Shapes): Shape[] => {
  const schemas: Schema[] = [...properties.values()].map(({ schema }) => schema)
  return [...schemas, ...prefix, items, ...(typeof others === 'string' ? [] : [others])]
    .filter(mayHoldMore)
    .map((schema) => shapes.shapeOf(schema))
}

const holding = ['$ref', 'allOf', 'oneOf', 'anyOf', 'properties', 'items', 'additionalProperties']

/** At a glance, for most properties hold a single value. */
const mayHoldMore = (schema: Schema): boolean =>
  schema.length > 1 ||
  schema.some(({ value }) => isObject(value) && holding.some((keyword) => keyword in value))
