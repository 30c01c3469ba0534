import type { Draw, JsonSchema } from './random-schema.ts'

/** Says the same in other words; nothing where the schema has no such words. */
type Rewrite = (schema: JsonSchema, draw: Draw) => JsonSchema | undefined

const isOf = (schema: JsonSchema, type: string) => schema.type === type
const without = (schema: JsonSchema, ...keywords: string[]): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
const size = (value: unknown) => Object.keys((value ?? {}) as object).length
/** Whether no keyword of it speaks of what stands beside it. */
const isPlain = (schema: JsonSchema) =>
  !Object.keys(schema).some((keyword) =>
    [
      'oneOf',
      'anyOf',
      'allOf',
      '$ref',
      'not',
      'unevaluatedProperties',
      'unevaluatedItems',
      'dependentSchemas',
      'if',
    ].includes(keyword),
  )

export const rewrites: Record<string, Rewrite> = {
  'a list of one type': (schema) =>
    typeof schema.type === 'string' ? { ...schema, type: [schema.type] } : undefined,
  'a list of one value': ({ const: only, ...schema }) =>
    only === undefined ? undefined : { ...schema, enum: [only] },
  'values in another order': (schema) =>
    Array.isArray(schema.enum) ? { ...schema, enum: schema.enum.toReversed() } : undefined,
  'a choice of one': (schema) => (isPlain(schema) ? { anyOf: [schema] } : undefined),
  'a part of one': (schema) => (isPlain(schema) ? { allOf: [schema] } : undefined),
  'null beside': (schema) =>
    Array.isArray(schema.type) &&
    schema.type.length === 2 &&
    schema.type.includes('null') &&
    isPlain(schema) &&
    !schema.enum
      ? { anyOf: [{ ...schema, type: schema.type.find((type) => type !== 'null') }, { type: 'null' }] }
      : undefined,
  'shapes in another order': (schema) => {
    const keyword = ['oneOf', 'anyOf'].find((name) => Array.isArray(schema[name]))
    return keyword ? { ...schema, [keyword]: (schema[keyword] as unknown[]).toReversed() } : undefined
  },
  'whole numbers as multiples of one': (schema) =>
    isOf(schema, 'integer') && schema.multipleOf === undefined
      ? { ...schema, type: 'number', multipleOf: 1 }
      : undefined,
  'a bound that is excluded': (schema) =>
    isOf(schema, 'integer') && typeof schema.minimum === 'number'
      ? { ...without(schema, 'minimum'), exclusiveMinimum: schema.minimum - 1 }
      : undefined,
  'a few whole numbers': (schema) =>
    isOf(schema, 'integer') &&
    typeof schema.minimum === 'number' &&
    typeof schema.maximum === 'number' &&
    schema.minimum <= schema.maximum &&
    schema.multipleOf === undefined
      ? { ...without(schema, 'minimum', 'maximum'), enum: range(schema.minimum, schema.maximum) }
      : undefined,
  'closed otherwise': (schema) =>
    isOf(schema, 'object') && schema.additionalProperties === false && isPlain(schema)
      ? { ...without(schema, 'additionalProperties'), unevaluatedProperties: false }
      : undefined,
  'properties in parts': (schema, draw) => {
    if (
      !isOf(schema, 'object') ||
      size(schema.properties) < 2 ||
      !isPlain(schema) ||
      schema.additionalProperties !== undefined
    )
      return undefined
    const properties = Object.entries(schema.properties as object)
    const at = 1 + draw.upTo(properties.length - 2)
    const part = { type: 'object', properties: Object.fromEntries(properties.slice(at)) }
    return { allOf: [{ ...schema, properties: Object.fromEntries(properties.slice(0, at)) }, part] }
  },
  'the first item by itself': (schema) =>
    isOf(schema, 'array') &&
    typeof schema.items === 'object' &&
    schema.prefixItems === undefined &&
    isPlain(schema)
      ? { ...schema, prefixItems: [schema.items] }
      : undefined,
  'as many items as have a position': (schema) =>
    isOf(schema, 'array') &&
    typeof schema.items === 'object' &&
    schema.maxItems === 2 &&
    schema.prefixItems === undefined &&
    isPlain(schema)
      ? { ...without(schema, 'items', 'maxItems'), prefixItems: [schema.items, schema.items], items: false }
      : undefined,
  'what says nothing': (schema, draw) => ({
    ...draw.one([
      { minLength: 0 },
      { uniqueItems: false },
      { not: false },
      { description: 'A word.' },
      { propertyNames: {} },
    ]),
    ...schema,
  }),
  'what stands beside a choice, in it': (schema) => {
    const { oneOf, ...beside } = schema
    const branches = Array.isArray(oneOf) ? (oneOf as JsonSchema[]) : []
    const isMerged =
      isOf(beside, 'object') &&
      branches.length > 1 &&
      branches.every(
        (branch) =>
          isPlain(branch) &&
          branch.additionalProperties === undefined &&
          Object.keys(branch).every((keyword) => ['type', 'properties', 'required'].includes(keyword)),
      )
    const isBare = Object.keys(beside).every((keyword) => ['type', 'properties'].includes(keyword))
    const isApart = branches.every((branch) =>
      Object.keys((branch.properties ?? {}) as object).every(
        (name) => !Object.hasOwn((beside.properties ?? {}) as object, name),
      ),
    )
    if (!isMerged || !isBare || !isApart) return undefined
    return {
      oneOf: branches.map((branch) => ({
        ...branch,
        type: 'object',
        properties: { ...(beside.properties as object), ...(branch.properties as object) },
      })),
    }
  },
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
