import type { Draw, JsonSchema } from './random-schema.ts'

const scalars = ['a', 'ab', 'b', 'ba', '', 0, 1, 2, 3, 1.5, 4, -1, true, false, null]

/**
 * A value that is likely to fit a schema. Of properties it has only such as the schema names, for what nobody wrote
 * down nobody promised.
 */
export const drawValue = (
  draw: Draw,
  schema: JsonSchema | boolean,
  components: Record<string, JsonSchema>,
  depth = 4,
): unknown => {
  // what has to hold itself has no end
  if (depth < -3) return null
  const parts = partsOf(draw, schema, components)
  const values = parts.flatMap(
    ({ enum: values, ...part }) => (values ?? ('const' in part ? [part.const] : [])) as unknown[],
  )
  if (values.length > 0) return draw.one(values)
  const types = parts.flatMap(({ type }) => (type ?? []) as string | string[])
  const type = types.length > 0 ? draw.one(types) : draw.one(['string', 'number', 'object', 'array', 'null'])
  if (type === 'object') return drawObject(draw, parts, components, depth)
  if (type === 'array') return drawList(draw, parts, components, depth)
  const fitting = scalars.filter((value) => isOfType(value, type))
  return draw.one(fitting)
}

const isOfType = (value: unknown, type: string): boolean => {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  return value !== null && typeof value === type
}

/** Itself, all that it has to fit besides, and of each choice one. */
const partsOf = (
  draw: Draw,
  schema: JsonSchema | boolean,
  components: Record<string, JsonSchema>,
  seen: readonly unknown[] = [],
): JsonSchema[] => {
  if (typeof schema === 'boolean' || seen.includes(schema)) return []
  const referred = typeof schema.$ref === 'string' ? [components[schema.$ref.split('/').at(-1)!]!] : []
  const chosen = ['oneOf', 'anyOf'].flatMap((keyword) => {
    const branches = schema[keyword] as JsonSchema[] | undefined
    return branches ? [draw.one(branches)] : []
  })
  const besides = [...referred, ...((schema.allOf ?? []) as JsonSchema[]), ...chosen]
  return [schema, ...besides.flatMap((part) => partsOf(draw, part, components, [...seen, schema]))]
}

const drawObject = (
  draw: Draw,
  parts: JsonSchema[],
  components: Record<string, JsonSchema>,
  depth: number,
) => {
  const value: Record<string, unknown> = {}
  const required = parts.flatMap((part) => (part.required ?? []) as string[])
  const named = new Set([
    ...parts.flatMap((part) => Object.keys((part.properties ?? {}) as object)),
    ...required,
  ])
  const maps = parts.flatMap(({ additionalProperties: others }) =>
    typeof others === 'object' ? [others] : [],
  )
  const more = maps.length > 0 ? draw.some(['a', 'b', 'c', 'd']) : []
  for (const name of new Set([...named, ...more])) {
    if (!required.includes(name) && (depth <= 0 || draw.chance(40))) continue
    const schemas = parts.flatMap(
      (part) => (part.properties as Record<string, JsonSchema> | undefined)?.[name] ?? [],
    )
    const besides = schemas.length > 0 ? schemas : maps
    value[name] = drawValue(draw, { allOf: besides }, components, depth - 1)
  }
  return value
}

const drawList = (draw: Draw, parts: JsonSchema[], components: Record<string, JsonSchema>, depth: number) => {
  const items = parts.flatMap((part) => (part.items ?? []) as JsonSchema)
  const least = Math.max(0, ...parts.map(({ minItems }) => Number(minItems ?? 0)))
  const length = least + (depth > 0 ? draw.upTo(2) : 0)
  return Array.from({ length }, () => drawValue(draw, { allOf: items }, components, depth - 1))
}
