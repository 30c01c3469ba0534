import {
  type BothWays,
  bothWays,
  integer,
  json,
  number,
  object,
  operation,
  type Pair,
  places,
  type Schema,
  string,
} from './pair.ts'

const { 'request-body': body, 'request-property': property } = places.request

// a client that had to send it never relied on a default
const withDefault = { ...string, default: 'x' }
const parameter = (required: boolean, schema: Schema) =>
  operation({ parameters: [{ name: 'q', in: 'query', required, schema }] })
const inPath = (more: object) => ({
  openapi: '3.1.0',
  paths: { '/a/{q}': { get: { parameters: [{ name: 'q', in: 'path', schema: string, ...more }] } } },
})
const inHeader = { name: 'q', in: 'header', schema: string }
const wholeBody = (required: boolean, schema: Schema) =>
  operation({ requestBody: { required, ...json(schema) } })

// `oneOf` refuses what fits two, and what has to have another value fits one only
const withRoom = (one: Schema, of: (amount: Schema) => Schema): [object, object] => [
  body({ oneOf: [one, of(integer)] }),
  body({ oneOf: [one, of(number)] }),
]
const tagged = (kind: string, more: object = {}, required = ['kind']) =>
  object({ kind: { const: kind }, ...more }, required)

const titled = (title: string, name: string) => ({ title, ...object({ [name]: string }, [name]) })

const kinds = { A: object({ t: string, a: string }, ['t']), B: object({ t: string, b: string }, ['t']) }
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const choice = (mapping: object) => ({
  oneOf: [reference('A'), reference('B')],
  discriminator: { propertyName: 't', mapping },
})
const answer = (schema: Schema) =>
  operation({ responses: { 200: json(schema) } }, { components: { schemas: kinds } })
const mapping = { a: reference('A').$ref, b: reference('B').$ref }

const link = (url: string) =>
  operation({ responses: { 200: { links: { next: { operationId: 'next', server: { url } } } } } })
const stream = (schema: Schema) =>
  operation({ responses: { 200: { content: { 'application/jsonl': { schema, itemSchema: string } } } } })

const written = (type: string, more: object) =>
  operation({
    responses: { 200: { content: { [type]: { schema: object({ p: { ...string, ...more } }) } } } },
  })

const rows: BothWays[] = [
  // `oneOf` refuses what is listed twice, and null where both allow it
  [property({ oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }), property({ enum: ['a', 'c'] }), '', ''],
  [
    property({ oneOf: [{ enum: ['a', null] }, { enum: ['b', null] }] }),
    property({ enum: ['a', 'b'] }),
    '',
    '',
  ],
  // a day alone does not announce that something goes
  [
    operation({ parameters: [{ name: 'q', in: 'query', schema: string, 'x-sunset': '2027-01-01' }] }),
    operation({}),
    '- request-parameter-removed !',
    '+ request-parameter-added-optional',
    { today: '2026-01-01' },
  ],
  [operation({ security: [{}] }), operation({ security: [] }), '', ''],
  [
    parameter(true, string),
    parameter(false, withDefault),
    '~ request-parameter-became-optional',
    '~ request-parameter-became-required !',
  ],
  [
    wholeBody(true, string),
    wholeBody(false, withDefault),
    '~ request-body-became-optional',
    '~ request-body-became-required !',
  ],
  [
    body(object({ p: string }, ['p'])),
    body(object({ p: withDefault })),
    '~ request-property-became-optional',
    '~ request-property-became-required !',
  ],
  [
    parameter(true, string),
    parameter(true, { type: 'array', maxItems: 0 }),
    '~ request-parameter-type-changed !',
    '~ request-parameter-type-changed !',
  ],
  [
    parameter(true, string),
    parameter(true, { type: 'array', contains: string }),
    '~ request-parameter-type-changed ! ~ request-parameter-condition-added !',
    '~ request-parameter-type-changed ! ~ request-parameter-condition-removed',
  ],
  [
    parameter(true, string),
    parameter(true, { type: 'array', anyOf: [{ minItems: 2 }, { uniqueItems: true }] }),
    '+ request-parameter-any-of-branch-added + request-parameter-any-of-branch-added - request-parameter-any-of-branch-removed !',
    '- request-parameter-any-of-branch-removed ! - request-parameter-any-of-branch-removed ! + request-parameter-any-of-branch-added',
  ],
  // in a path nothing can be left out, whatever is said of it
  [inPath({ required: true }), inPath({}), '', ''],
  [
    operation({ parameters: [{ name: 'q', in: 'query', deprecated: true, schema: string }, inHeader] }),
    operation({ parameters: [inHeader] }),
    '- request-parameter-removed',
    '+ request-parameter-added-optional',
  ],
  [
    parameter(true, string),
    operation({ parameters: [{ name: 'q', in: 'header', required: true, schema: { type: 'array' } }] }),
    '~ request-parameter-location-changed ! ~ request-parameter-type-changed !',
    '~ request-parameter-location-changed ! ~ request-parameter-type-changed !',
  ],
  // paths that differ by the names of their parameters only should not be, but are
  [
    { openapi: '3.1.0', paths: { '/a/{x}': { get: {} }, '/a/{y}': { post: {} } } },
    { openapi: '3.1.0', paths: { '/a/{z}': { get: {}, post: {} } } },
    '+ operation-added - path-removed !',
    '- operation-removed ! + path-added',
  ],

  [
    ...withRoom(tagged('a'), (amount) => tagged('b', { amount }, [])),
    '~ request-property-type-widened',
    '~ request-property-type-narrowed !',
  ],
  [
    ...withRoom({ ...tagged('a'), type: ['object', 'string'] }, (amount) => ({
      ...tagged('b', { amount }),
      type: ['object', 'string'],
    })),
    '~ request-body-choice-may-overlap ! ~ request-property-type-widened',
    '~ request-property-type-narrowed !',
  ],

  [
    property({ anyOf: [titled('A', 'a'), integer] }),
    property({ anyOf: [titled('B', 'b'), integer] }),
    '- request-property-any-of-branch-removed ! + request-property-any-of-branch-added',
    '- request-property-any-of-branch-removed ! + request-property-any-of-branch-added',
  ],
  [
    answer(choice(mapping)),
    answer({ ...kinds.A, discriminator: { propertyName: 'a' } }),
    '- response-body-one-of-branch-removed ~ response-body-discriminator-changed !',
    '+ response-body-one-of-branch-added ! ~ response-body-discriminator-changed !',
  ],
  // an answer that names a known shape by a value that no client knows
  [
    answer(choice(mapping)),
    answer(choice({ ...mapping, c: mapping.b })),
    '~ response-body-discriminator-changed !',
    '~ response-body-discriminator-changed !',
  ],

  // how something is written as XML counts where anything is
  [
    written('application/xml', { xml: { name: 'x' } }),
    written('application/xml', { xml: { name: 'y' } }),
    '~ response-property-condition-changed !',
    '~ response-property-condition-changed !',
  ],
  [
    written('application/problem+xml', { xml: { attribute: true } }),
    written('application/problem+xml', {}),
    '~ response-property-condition-changed !',
    '~ response-property-condition-changed !',
  ],
  [
    written('application/xml', { allOf: [{ xml: { name: 'x' } }, { ...string, xml: { prefix: 'p' } }] }),
    written('application/xml', { allOf: [{ xml: { name: 'x' } }, { ...string, xml: { prefix: 'q' } }] }),
    '~ response-property-condition-changed !',
    '~ response-property-condition-changed !',
  ],
  [
    written('application/json', { xml: { name: 'x' } }),
    written('application/json', { xml: { name: 'y' } }),
    '',
    '',
  ],

  [link('/v1'), link('/v2'), '~ response-link-changed !', '~ response-link-changed !'],
  [
    operation({ responses: { 200: { headers: { 'Content-Type': { schema: string } } } } }),
    operation({ responses: { 200: {} } }),
    '',
    '',
  ],
  [
    stream({ type: 'array', maxItems: 1 }),
    stream({ type: 'array', maxItems: 2 }),
    '~ response-body-max-items-raised !',
    '~ response-body-max-items-lowered',
  ],
]

/** Pairs for which the verdict hangs on a single condition. */
export const closeCalls: Pair[] = rows.flatMap(bothWays)
