import { fileURLToPath } from 'node:url'
import { createGenerator } from 'ts-json-schema-generator'

const contract = new URL('../../contract/', import.meta.url)
const tsconfig = fileURLToPath(new URL('../../tsconfig.json', import.meta.url))

/** The types of a file of the contract as JSON schemas, by their names. */
export const wireSchemas = (file: 'wire.ts' | 'admin.ts'): Record<string, object> => {
  const path = fileURLToPath(new URL(file, contract))
  const generator = createGenerator({ path, tsconfig, type: '*', skipTypeCheck: true })
  const text = JSON.stringify(generator.createSchema('*').definitions)
  return JSON.parse(text.replaceAll('#/definitions/', '#/components/schemas/'), (_key, value) =>
    opened(value),
  )
}

type OpenEnum = { anyOf: [{ type: 'string' }, { enum: string[] }] }

/** `'a' | 'b' | (string & {})` as a string with its known values, instead of a choice of any string and these. */
const opened = (schema: unknown): unknown => {
  if (!isOpenEnum(schema)) return schema
  const { anyOf, ...rest } = schema
  return { type: 'string', 'x-extensible-enum': anyOf[1].enum, ...rest }
}

const isOpenEnum = (schema: unknown): schema is OpenEnum => {
  const { anyOf } = Object(schema) as Partial<OpenEnum>
  const [any, known] = Array.isArray(anyOf) && anyOf.length === 2 ? anyOf : []
  return JSON.stringify(any) === '{"type":"string"}' && Array.isArray(known?.enum)
}
