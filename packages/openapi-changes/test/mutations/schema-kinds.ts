import type { Draw } from '../random-schema.ts'
import type { Kind } from './kinds.ts'
import type { Json } from './manners.ts'
import { type Direction, type Site, sitesIn } from './sites.ts'

type Verdict = Record<Direction, boolean>
const [tighter, looser, either, neither]: Verdict[] = [
  { request: true, response: false },
  { request: false, response: true },
  { request: true, response: true },
  { request: false, response: false },
]

const onSchema =
  (
    verdict: Verdict | undefined,
    fits: (site: Site) => unknown,
    change: (schema: Json, draw: Draw, document: Json) => void,
  ): Kind =>
  (document, draw) => {
    const sites = sitesIn(document).filter(fits)
    if (sites.length === 0) return undefined
    const { schema, directions } = draw.one(sites)
    change(schema, draw, document)
    return [...directions].some((direction) => verdict?.[direction])
  }

const isObject = ({ schema }: Site) => schema.properties
const isValue =
  (type: string) =>
  ({ schema, within }: Site) =>
    schema.type === type && !schema.enum && /properties|items/.test(within)
const optional = ({ properties = {}, required = [] }: Json) =>
  Object.keys(properties).filter((name) => !required.includes(name))
const isRequired = ({ required = [] }: Json) => required.filter((name: string) => name !== 'kind')
const has =
  (keyword: string) =>
  ({ schema }: Site) =>
    schema[keyword] !== undefined
const remove = <Item>(list: Item[], item: Item) => list.splice(list.indexOf(item), 1)
const branches = (schema: Json): Json[] | undefined =>
  [schema.oneOf, schema.anyOf].find((list) => list?.length === 3)
const isUnion = ({ schema }: Site) => branches(schema)?.every((branch) => branch.$ref || branch.properties)
const isListed = ({ schema }: Site) =>
  (schema.enum?.length ?? 0) > 1 || schema.oneOf?.every((branch: Json) => branch.const)
const always = () => true
const string = { type: 'string' }
const wider: Json = { string: 'integer', integer: 'string', boolean: 'string', number: 'string' }

const replace = (schema: Json, by: Json) => {
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, by)
}

/** What is done to a schema, by what is to be said of it. */
export const schemaKinds: Record<string, Kind> = {
  'an optional property more': onSchema(neither, isObject, ({ properties }) => (properties.more = string)),
  'a required property more': onSchema(tighter, isObject, (schema) => {
    schema.properties.more = string
    schema.required = [...(schema.required ?? []), 'more']
  }),
  'a property less': onSchema(
    either,
    ({ schema }) => optional(schema).length > 0,
    (schema, draw) => delete schema.properties[draw.one(optional(schema))],
  ),
  'a property that has to be there': onSchema(
    tighter,
    ({ schema }) => optional(schema).length > 0,
    (schema, draw) => {
      schema.required = [...(schema.required ?? []), draw.one(optional(schema))]
    },
  ),
  'a property that may be left out': onSchema(
    looser,
    ({ schema }) => isRequired(schema).length > 0,
    (schema, draw) => remove(schema.required, draw.one(isRequired(schema))),
  ),
  'a value more': onSchema(looser, isListed, (schema) =>
    schema.enum ? schema.enum.push('more') : schema.oneOf.push({ const: 'more' }),
  ),
  'a value less': onSchema(tighter, isListed, (schema) => (schema.enum ?? schema.oneOf).pop()),
  'other values in another order': onSchema(neither, isListed, (schema) =>
    (schema.enum ?? schema.oneOf).reverse(),
  ),
  'a longer text': onSchema(looser, has('maxLength'), (schema) => schema.maxLength++),
  'a shorter text': onSchema(tighter, has('maxLength'), (schema) => schema.maxLength--),
  'a larger number': onSchema(looser, has('maximum'), (schema) => schema.maximum++),
  'a smaller number': onSchema(tighter, has('maximum'), (schema) => schema.maximum--),
  'fewer items': onSchema(tighter, has('maxItems'), (schema) => schema.maxItems--),
  'no least number of items': onSchema(looser, has('minItems'), (schema) => delete schema.minItems),
  'a pattern': onSchema(tighter, isValue('string'), (schema) => (schema.pattern = '^a')),
  'another type': onSchema(
    either,
    (site) => ['string', 'integer', 'boolean', 'number'].some((type) => isValue(type)(site)),
    (schema) => replace(schema, { type: wider[schema.type] }),
  ),
  'numbers with a fraction': onSchema(looser, isValue('integer'), (schema) => (schema.type = 'number')),
  'whole numbers only': onSchema(tighter, isValue('number'), (schema) => (schema.type = 'integer')),
  'null allowed': onSchema(looser, isValue('boolean'), (schema, _draw, { openapi }) => {
    if (openapi.startsWith('3.0')) schema.nullable = true
    else schema.type = [schema.type, 'null']
  }),
  'null allowed by a choice': onSchema(
    looser,
    ({ schema, within }) => within === 'properties' && schema.properties?.city,
    (schema, _draw, { openapi }) => {
      if (openapi.startsWith('3.0')) schema.nullable = true
      else replace(schema, { oneOf: [{ ...schema }, { type: 'null' }] })
    },
  ),
  'null refused': onSchema(
    tighter,
    ({ schema }) => schema.nullable || Array.isArray(schema.type) || schema.title === 'Maybe',
    (schema) => {
      if (schema.nullable) delete schema.nullable
      else if (schema.anyOf) schema.anyOf.pop()
      else schema.type = schema.type[0]
    },
  ),
  'a shape more': onSchema(looser, isUnion, (schema) =>
    branches(schema)?.push({
      type: 'object',
      title: 'Wire',
      properties: { kind: { type: 'string', enum: ['wire'] } },
      required: ['kind'],
    }),
  ),
  'a shape less': onSchema(tighter, isUnion, (schema) => {
    const gone = branches(schema)?.pop()
    const mapping = schema.discriminator?.mapping ?? {}
    for (const [value, target] of Object.entries(mapping)) if (target === gone?.$ref) delete mapping[value]
  }),
  'shapes in another order': onSchema(neither, isUnion, (schema) => branches(schema)?.reverse()),
  'one shape that is left': onSchema(tighter, isUnion, (schema) => branches(schema)?.splice(1)),
  'no other properties': onSchema(
    tighter,
    ({ schema, within }) => schema.properties?.city && within === 'properties',
    (schema) => (schema.additionalProperties = false),
  ),
  'a word on it': onSchema(neither, always, (schema) =>
    Object.assign(schema, { description: 'Another word.', example: 1 }),
  ),
  'keys in another order': onSchema(neither, always, (schema) =>
    replace(schema, Object.fromEntries(Object.entries(schema).reverse())),
  ),
  'all of one': onSchema(
    neither,
    ({ within }) => within === 'properties',
    (schema) => replace(schema, { allOf: [{ ...schema }] }),
  ),
  'a choice of one': onSchema(
    neither,
    ({ within }) => within === 'items',
    (schema) => replace(schema, { oneOf: [{ ...schema }] }),
  ),
  'a name of its own': onSchema(
    neither,
    ({ within }) => /properties|items|body/.test(within),
    (schema, _draw, { components }) => {
      components.schemas.Own = { ...schema }
      replace(schema, { $ref: '#/components/schemas/Own' })
    },
  ),
  'a mark that it will go': onSchema(neither, isValue('string'), (schema) => (schema.deprecated = true)),
}
