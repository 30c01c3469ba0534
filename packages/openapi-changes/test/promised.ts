import type { Schemas } from './random-interface.ts'
import type { JsonSchema } from './random-schema.ts'
import { validatorOf } from './validator.ts'

/**
 * Whether each property of a value fits one of the things that a schema says of its name. A property that fits only
 * because the shape that has it in mind is not the one that the value fits is one that nobody wrote down.
 */
export const isPromised = (value: unknown, schema: unknown, schemas: Schemas): boolean => {
  const parts = partsOf(schema, schemas)
  if (Array.isArray(value))
    return value.every((item, at) => isPromised(item, anyOf(itemsAt(parts, at)), schemas))
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => {
    const said = saidOf(parts, name)
    const fits = said.length === 0 || said.some((one) => validatorOf(anyOf([one]), schemas)(inner))
    return fits && isPromised(inner, anyOf(said), schemas)
  })
}

const anyOf = (schemas: unknown[]): JsonSchema => ({ anyOf: schemas })

const saidOf = (parts: JsonSchema[], name: string): unknown[] => {
  const listed = parts.flatMap(({ properties }) => (properties as Schemas | undefined)?.[name] ?? [])
  return listed.length > 0 ? listed : underAny(parts, ['additionalProperties', 'unevaluatedProperties'])
}

const itemsAt = (parts: JsonSchema[], at: number): unknown[] => {
  const placed = parts.flatMap(({ prefixItems }) => (prefixItems as unknown[] | undefined)?.[at] ?? [])
  return [...placed, ...underAny(parts, ['items', 'unevaluatedItems', 'contains'])]
}

const underAny = (parts: JsonSchema[], keywords: string[]): unknown[] =>
  parts.flatMap((part) => keywords.flatMap((keyword) => part[keyword] ?? []))

/** Itself, and all that the same value may have to fit besides. */
const partsOf = (schema: unknown, schemas: Schemas): JsonSchema[] => {
  const found = new Set<JsonSchema>()
  const add = (part: unknown) => {
    if (typeof part === 'object' && part !== null) found.add(part as JsonSchema)
  }
  add(schema)
  for (const { $ref, allOf, anyOf, oneOf, dependentSchemas, then, else: otherwise } of found) {
    if (typeof $ref === 'string') add(schemas[$ref.split('/').at(-1) ?? ''])
    const lists = [allOf, anyOf, oneOf, Object.values(dependentSchemas ?? {})] as unknown[][]
    for (const part of [...lists.flatMap((list) => list ?? []), then, otherwise]) add(part)
  }
  return [...found]
}
