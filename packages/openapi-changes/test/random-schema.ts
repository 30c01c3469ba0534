import type { GeneratorValue } from 'fast-check'
import * as fc from 'fast-check'

export type JsonSchema = { [keyword: string]: unknown }

/** Draws by what `fast-check` can shrink. */
export type Draw = {
  one: <Value>(values: readonly Value[]) => Value
  some: <Value>(values: readonly Value[]) => Value[]
  upTo: (most: number) => number
  chance: (percent: number) => boolean
}

export const drawFrom = (g: GeneratorValue): Draw => {
  const upTo = (most: number) => g(fc.nat, { max: most })
  return {
    one: (values) => values[upTo(values.length - 1)]!,
    some: (values) => values.filter(() => g(fc.boolean)),
    upTo,
    chance: (percent) => upTo(99) < percent,
  }
}

const names = ['a', 'b', 'c']
const scalars = ['a', 'ab', 'b', '', 0, 1, 2, 1.5, 4, true, false, null] as const
const patterns = ['^a', 'b$', '^[ab]*$']
export const components = ['Tree', 'Leaf']

/** A schema of the keywords that documents commonly have, and some that they rarely have. */
export const drawSchema = (draw: Draw, depth: number): JsonSchema => {
  if (draw.chance(10)) return { $ref: `#/components/schemas/${draw.one(components)}` }
  if (draw.chance(8)) return {}
  if (depth > 0 && draw.chance(25)) return drawComposite(draw, depth)
  const kind = draw.one(['string', 'number', 'values', 'values', 'object', 'object', 'array'] as const)
  return withType(draw, kinds[kind](draw, depth))
}

const kinds = {
  string: (draw: Draw) => ({
    type: 'string',
    ...drawBounds(draw, 'minLength', 'maxLength'),
    ...maybe(draw, 'pattern', draw.one(patterns)),
    ...maybe(draw, 'x-extensible-enum', draw.some(['a', 'b', 'ab'])),
  }),
  number: (draw: Draw) => ({
    type: draw.one(['number', 'integer']),
    ...(draw.chance(50)
      ? drawBounds(draw, 'minimum', 'maximum')
      : drawBounds(draw, 'exclusiveMinimum', 'exclusiveMaximum')),
    ...maybe(draw, 'multipleOf', draw.one([1, 2, 3, 4, 0.5])),
  }),
  values: (draw: Draw) =>
    draw.chance(70) ? { enum: [draw.one(scalars), ...draw.some(scalars)] } : { const: draw.one(scalars) },
  object: (draw: Draw, depth: number) => ({
    type: 'object',
    properties: Object.fromEntries(draw.some(names).map((name) => [name, drawSchema(draw, depth - 1)])),
    ...maybe(draw, 'required', draw.some(names)),
    ...(draw.chance(25) ? { additionalProperties: drawOthers(draw, depth) } : {}),
    ...(draw.chance(15) ? drawBounds(draw, 'minProperties', 'maxProperties') : {}),
  }),
  array: (draw: Draw, depth: number) => ({
    type: 'array',
    ...(draw.chance(80) ? { items: drawSchema(draw, depth - 1) } : {}),
    ...drawBounds(draw, 'minItems', 'maxItems'),
    ...maybe(draw, 'uniqueItems', true),
  }),
}

const drawOthers = (draw: Draw, depth: number) =>
  draw.chance(50) ? draw.chance(20) : drawSchema(draw, Math.max(depth - 1, 0))

const withType = (draw: Draw, schema: JsonSchema): JsonSchema => {
  if (typeof schema.type !== 'string') return schema
  if (draw.chance(15))
    return {
      ...schema,
      type: [...new Set([schema.type, draw.one(['null', 'boolean', 'string', 'integer'])])],
    }
  return draw.chance(5) ? { ...schema, type: undefined } : schema
}

const drawComposite = (draw: Draw, depth: number): JsonSchema => {
  const keyword = draw.one(['oneOf', 'anyOf', 'allOf', 'not'] as const)
  if (keyword === 'not') return { ...drawSchema(draw, depth - 1), not: drawSchema(draw, 0) }
  const branches = Array.from({ length: 1 + draw.upTo(2) }, (_, index) => {
    const branch = drawSchema(draw, depth - 1)
    // told apart by a property, as the grants are
    if (!draw.chance(40) || branch.type !== 'object') return draw.chance(15) ? { type: 'null' } : branch
    const properties = { ...(branch.properties as object), kind: { const: `${index}` } }
    return { ...branch, properties, required: ['kind'] }
  })
  return { ...(draw.chance(30) ? drawSchema(draw, 0) : {}), [keyword]: branches }
}

const drawBounds = (draw: Draw, lower: string, upper: string) => ({
  ...maybe(draw, lower, draw.upTo(2)),
  ...maybe(draw, upper, 1 + draw.upTo(3)),
})

const maybe = (draw: Draw, keyword: string, value: unknown) => (draw.chance(30) ? { [keyword]: value } : {})

/** The same schema with one thing in it changed. */
export const editSchema = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const inner = innerSchemas(schema)
  if (inner.length > 0 && draw.chance(60)) {
    const [path, found] = draw.one(inner)
    return replaced(schema, path, editSchema(draw, found))
  }
  const edits = [dropKeyword, addKeyword, nudgeNumber, moreOrLess, moreOrLess, toggleNull, wrap, renew]
  return draw.one(edits)(draw, schema)
}

type Path = (string | number)[]

const innerSchemas = (schema: JsonSchema): [Path, JsonSchema][] => {
  const found: [Path, JsonSchema][] = []
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
    found.push([['properties', name], property])
  for (const keyword of ['oneOf', 'anyOf', 'allOf'])
    for (const [index, branch] of ((schema[keyword] ?? []) as JsonSchema[]).entries())
      found.push([[keyword, index], branch])
  for (const keyword of ['items', 'additionalProperties', 'not'])
    if (typeof schema[keyword] === 'object') found.push([[keyword], schema[keyword] as JsonSchema])
  return found
}

const replaced = (schema: JsonSchema, path: Path, by: JsonSchema): JsonSchema => {
  const copy = structuredClone(schema)
  const last = path.at(-1)!
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as typeof at
  at[last] = by
  return copy
}

const dropKeyword = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const keywords = Object.keys(schema)
  if (keywords.length === 0) return schema
  const dropped = draw.one(keywords)
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== dropped))
}

const addKeyword = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const other = drawSchema(draw, 1)
  const keywords = Object.keys(other).filter((keyword) => keyword !== '$ref')
  if (keywords.length === 0) return schema
  const added = draw.one(keywords)
  return { ...schema, [added]: other[added] }
}

const nudgeNumber = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const keywords = Object.keys(schema).filter(
    (keyword) => typeof schema[keyword] === 'number' && keyword !== 'const',
  )
  if (keywords.length === 0) return addKeyword(draw, schema)
  const nudged = draw.one(keywords)
  return {
    ...schema,
    [nudged]: Math.max((schema[nudged] as number) + draw.one([-1, 1]), nudged === 'multipleOf' ? 0.5 : 0),
  }
}

/** One more, or one less, of whatever it lists. */
const moreOrLess = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const lists = ['enum', 'x-extensible-enum', 'required', 'oneOf', 'anyOf', 'allOf'].filter((keyword) =>
    Array.isArray(schema[keyword]),
  )
  if (lists.length === 0) {
    const properties = { ...(schema.properties as object), [draw.one(names)]: drawSchema(draw, 1) }
    return schema.type === 'object' ? { ...schema, properties } : nudgeNumber(draw, schema)
  }
  const keyword = draw.one(lists)
  const list = schema[keyword] as unknown[]
  if (list.length > 1 && draw.chance(40)) return { ...schema, [keyword]: list.slice(1) }
  const more =
    { enum: draw.one(scalars), 'x-extensible-enum': 'c', required: draw.one(names) }[keyword] ??
    drawSchema(draw, 1)
  return { ...schema, [keyword]: [...new Set([...list, more])] }
}

const toggleNull = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return moreOrLess(draw, schema)
  const others = types.filter((type) => type !== 'null')
  return { ...schema, type: others.length < types.length && others.length > 0 ? others : [...others, 'null'] }
}

const wrap = (draw: Draw, schema: JsonSchema): JsonSchema => {
  const keyword = draw.one(['oneOf', 'anyOf', 'allOf'])
  return { [keyword]: draw.chance(60) ? [schema, drawSchema(draw, 1)] : [schema] }
}

const renew = (draw: Draw): JsonSchema => drawSchema(draw, 1)
