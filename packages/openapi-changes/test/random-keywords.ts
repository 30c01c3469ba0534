import { type Draw, drawSchema, editSchema, type JsonSchema } from './random-schema.ts'

/** A schema of all the keywords that are looked at by their meaning. */
export const drawRichSchema = (draw: Draw, depth: number): JsonSchema =>
  everywhere(plain(drawSchema(draw, depth)), (schema) => (draw.chance(35) ? decorated(draw, schema) : schema))

/** The same schema with a few things changed, wherever they are. */
export const editRichSchema = (draw: Draw, schema: JsonSchema): JsonSchema => {
  if (draw.chance(50)) return plain(editSchema(draw, schema))
  let left = draw.upTo(countIn(schema) - 1)
  return everywhere(schema, (inner) => (left-- === 0 ? edited(draw, inner) : inner))
}

const edited = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const extra = Object.keys(schema).filter((keyword) => keyword in drawn)
  if (extra.length === 0 || draw.chance(40)) return decorated(draw, schema)
  const dropped = draw.one(extra)
  const others = Object.entries(schema).filter(([keyword]) => keyword !== dropped)
  const left: JsonSchema = Object.fromEntries(others)
  return draw.chance(50) ? left : decorated(draw, left)
}

const countIn = (schema: JsonSchema): number => {
  let count = 0
  everywhere(schema, (inner) => {
    count++
    return inner
  })
  return count
}

/** One keyword more, which speaks of values of its type. */
const decorated = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const types = [schema.type ?? []].flat()
  const isObject = types.includes('object')
  const isList = types.includes('array')
  const names = isObject ? ofObjects : isList ? ofLists : ofAny
  const name = draw.one(names)
  return plain({ ...schema, ...drawn[name]?.(draw) })
}

const small = (draw: Draw) => drawSchema(draw, 0)
const name = (draw: Draw) => draw.one(['a', 'b', 'c'])

const drawn: Record<string, (draw: Draw) => JsonSchema> = {
  not: (draw) => ({ not: small(draw) }),
  if: (draw) => ({
    if: draw.chance(50) ? { required: [name(draw)] } : small(draw),
    ...Object.fromEntries(draw.some(['then', 'else']).map((keyword) => [keyword, small(draw)])),
  }),
  propertyNames: (draw) => ({
    propertyNames: draw.one([{ maxLength: 1 }, { pattern: '^a' }, { enum: ['a', 'b'] }]),
  }),
  dependentRequired: (draw) => ({ dependentRequired: { [name(draw)]: [name(draw)] } }),
  dependentSchemas: (draw) => ({
    dependentSchemas: {
      [name(draw)]: draw.chance(50)
        ? { required: [name(draw)] }
        : { properties: { [name(draw)]: small(draw) } },
    },
  }),
  unevaluatedProperties: (draw) => ({ unevaluatedProperties: draw.chance(70) ? false : small(draw) }),
  prefixItems: (draw) => ({ prefixItems: [small(draw), ...(draw.chance(50) ? [small(draw)] : [])] }),
  items: (draw) => ({ items: draw.chance(50) ? false : small(draw) }),
  unevaluatedItems: (draw) => ({ unevaluatedItems: draw.chance(70) ? false : small(draw) }),
  contains: (draw) => ({
    contains: small(draw),
    ...(draw.chance(25) && { minContains: draw.upTo(2) }),
    ...(draw.chance(25) && { maxContains: 1 + draw.upTo(1) }),
  }),
}

const ofObjects = [
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'if',
  'not',
]
const ofLists = ['prefixItems', 'items', 'unevaluatedItems', 'contains', 'not']
const ofAny = ['not', 'if']

/** The schema and all schemas in it, each after those in it. */
export const everywhere = (schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema => {
  const inner = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? everywhere(value as JsonSchema, change) : value
  const mapped = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (lists.has(keyword)) return [keyword, (value as unknown[]).map(inner)]
    if (maps.has(keyword))
      return [
        keyword,
        Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, inner(one)])),
      ]
    return [keyword, singles.has(keyword) ? inner(value) : value]
  })
  return change(Object.fromEntries(mapped))
}

const lists = new Set(['oneOf', 'anyOf', 'allOf', 'prefixItems'])
const maps = new Set(['properties', 'dependentSchemas'])
const singles = new Set(
  'items additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
)

/** Without what is undefined. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
