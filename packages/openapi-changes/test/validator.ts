import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Schemas } from './random-interface.ts'
import { everywhere } from './random-keywords.ts'
import type { JsonSchema } from './random-schema.ts'

const options = { strict: false, logger: false, inlineRefs: false } as const

/** To compile the schema of schemas takes longer than all else: once is enough. */
const ofSchemas = new Ajv2020(options)

/** @throws where the schema is more than it can take */
export const validatorOf = (schema: JsonSchema, schemas: Schemas): ((value: unknown) => boolean) => {
  const written = Object.entries(schemas).map(([name, one]) => [name, everywhere(one, containingApart)])
  const components = { schemas: Object.fromEntries(written) }
  const whole = { ...everywhere(schema, containingApart), components }
  if (!ofSchemas.validateSchema(whole)) throw new Error(`No schema: ${JSON.stringify(ofSchemas.errors)}`)
  const validate = new Ajv2020({ ...options, meta: false, validateSchema: false }).compile(whole)
  return (value) => Boolean(validate(value))
}

/** Beside `prefixItems`, Ajv 8 takes an empty list to contain whatever it has to. */
const containingApart = (schema: JsonSchema): JsonSchema => {
  if (!schema.prefixItems || schema.contains === undefined) return schema
  const { contains, minContains = 1, maxContains, allOf = [], ...others } = schema
  const apart = { contains, minContains, ...(maxContains !== undefined && { maxContains }) }
  return { ...others, allOf: [...(allOf as unknown[]), apart] }
}

const lists = ['allOf', 'prefixItems']
const maps = ['properties', 'dependentSchemas']
const single = ['items', 'then', 'else', 'additionalProperties', 'unevaluatedProperties']

/** Conditions: whatever fits more of these fits less of the whole. */
const contrary = ['not', 'if']

/** As clients read it: they pass over what they do not know, and do not mind what fits two shapes. */
export const lenient = (schema: JsonSchema): JsonSchema => {
  const { oneOf, anyOf, ...rest } = schema
  const read = Object.entries(rest).map(([keyword, value]): [string, unknown] => {
    // not left out, for then others would be what stands for those that are named nowhere
    if (value === false && single.slice(3).includes(keyword)) return [keyword, true]
    if (lists.includes(keyword)) return [keyword, each(value)]
    if (maps.includes(keyword)) return [keyword, eachOf(value as Schemas)]
    if (contrary.includes(keyword)) return [keyword, asWritten(value)]
    return [keyword, single.includes(keyword) ? lenientOf(value) : value]
  })
  const choices = [oneOf, anyOf].flatMap((branches) => (branches ? [{ anyOf: each(branches) }] : []))
  const all = [...each(schema.allOf ?? []), ...choices]
  return { ...Object.fromEntries(read), ...(all.length > 0 && { allOf: all }) }
}

const lenientOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? lenient(value as JsonSchema) : value

const each = (branches: unknown): unknown[] => (branches as unknown[]).map(lenientOf)

const eachOf = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, lenient(schema)]))

/** Components as clients read them, and as they are written, for conditions. */
export const lenientOnes = (schemas: Schemas): Schemas => {
  const written = Object.entries(schemas).map(([name, schema]) => [`${name}AsWritten`, asWritten(schema)])
  return { ...eachOf(schemas), ...Object.fromEntries(written) }
}

const asWritten = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/(?<="#\/components\/schemas\/\w+)(?=")/g, 'AsWritten'))
