import { type BothWays, bothWays, integer, list, object, type Pair, string } from './pair.ts'

/** What OpenAPI 3.2 has and 3.1 had not. */
const at = (item: object, more: object = {}) => ({ openapi: '3.2.0', paths: { '/things': item }, ...more })
const get = (more: object, rest: object = {}) => at({ get: more }, rest)
const search = (schema: object, name = 'q') =>
  get({
    parameters: [{ name, in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema } } }],
  })
const some = object({ p: string })
const stream = (media: object) => get({ responses: { 200: { content: { 'application/jsonl': media } } } })
const upload = (media: object) =>
  get({ requestBody: { required: true, content: { 'application/jsonl': media } } })
const shared = (schema: object) =>
  get(
    { responses: { 200: { content: { 'application/json': { $ref: '#/components/mediaTypes/Thing' } } } } },
    { components: { mediaTypes: { Thing: { schema } } } },
  )
const [cat, dog] = [
  object({ kind: { const: 'cat' } }, ['kind']),
  object({ kind: { const: 'dog' } }, ['kind']),
]
const told = (more: object) => ({
  ...stream({
    schema: {
      oneOf: [1, 2].map((_, index) => ({ $ref: `#/components/schemas/${['Cat', 'Dog'][index]}` })),
      discriminator: { propertyName: 'kind', ...more },
    },
  }),
  components: { schemas: { Cat: cat, Dog: dog } },
})
const named = (reference: string) =>
  get(
    { responses: { 200: { content: { 'application/json': { schema: { $ref: reference } } } } } },
    { $self: 'https://example.com/api/openapi.json', components: { schemas: { Thing: some } } },
  )
const cookie = (more: object) => get({ parameters: [{ name: 'p', in: 'cookie', schema: list(), ...more }] })
const bearer = { type: 'http', scheme: 'bearer' }
const secured = (security: object[], more: object = {}) =>
  get(
    { security },
    { components: { securitySchemes: { one: bearer, two: { ...bearer, deprecated: true, ...more } } } },
  )

const rows: BothWays[] = [
  [at({}), at({ query: {} }), '+ operation-added', '- operation-removed !'],
  [at({}), at({ additionalOperations: { COPY: {} } }), '+ operation-added', '- operation-removed !'],
  [
    at({ additionalOperations: { COPY: { requestBody: { content: {} } } } }),
    at({ additionalOperations: { COPY: { requestBody: { required: true, content: {} } } } }),
    '~ request-body-became-required !',
    '~ request-body-became-optional',
  ],
  [
    search(some),
    search(object({ p: string, q: string })),
    '+ request-property-added-optional',
    '- request-property-removed !',
  ],
  [search(some), search(some, 'anything'), '', ''],
  [get({}), search(some), '+ request-parameter-added-optional', '- request-parameter-removed !'],
  [
    stream({ itemSchema: some }),
    stream({ itemSchema: object({ p: string }, ['p']) }),
    '~ response-property-became-required',
    '~ response-property-became-optional !',
  ],
  [
    upload({ itemSchema: integer }),
    upload({ itemSchema: string }),
    '~ request-body-type-changed !',
    '~ request-body-type-changed !',
  ],
  [
    upload({}),
    upload({ itemSchema: integer }),
    '~ request-body-type-narrowed !',
    '~ request-body-type-widened',
  ],
  [stream({ schema: list({ items: some }) }), stream({ itemSchema: some }), '', ''],
  [
    upload({ prefixEncoding: [{ contentType: 'a/b' }] }),
    upload({}),
    '~ request-encoding-changed !',
    '~ request-encoding-changed !',
  ],
  [
    shared(some),
    shared(object({ p: integer })),
    '~ response-property-type-changed !',
    '~ response-property-type-changed !',
  ],
  [told({ defaultMapping: 'Cat' }), told({ defaultMapping: '#/components/schemas/Cat' }), '', ''],
  [
    told({ defaultMapping: 'Cat' }),
    told({ defaultMapping: 'Dog' }),
    '~ response-body-discriminator-changed !',
    '~ response-body-discriminator-changed !',
  ],
  [named('openapi.json#/components/schemas/Thing'), named('#/components/schemas/Thing'), '', ''],
  [
    named('https://example.com/api/openapi.json#/components/schemas/Thing'),
    named('#/components/schemas/Thing'),
    '',
    '',
  ],
  [cookie({ style: 'cookie' }), cookie({ style: 'cookie', explode: true }), '', ''],
  [
    cookie({ style: 'cookie' }),
    cookie({}),
    '~ request-parameter-form-changed !',
    '~ request-parameter-form-changed !',
  ],
  [
    secured([{ one: [] }, { two: [] }]),
    secured([{ one: [] }]),
    '- security-alternative-removed',
    '+ security-alternative-added !',
  ],
  [secured([{ '#/components/securitySchemes/one': [] }]), secured([{ one: [] }]), '', ''],
  [
    { openapi: '3.2.0', tags: [{ name: 'a' }] },
    {
      openapi: '3.2.0',
      $self: '/b',
      tags: [{ name: 'a', parent: 'b', kind: 'nav', summary: 'A' }, { name: 'b' }],
    },
    '',
    '',
  ],
  [
    get({ responses: { 200: {} } }),
    get({ responses: { 200: { summary: 'Well.', description: 'It went well.' } } }),
    '',
    '',
  ],
  [get({}), { ...get({}), openapi: '3.1.1' }, '', ''],
]

export const newestPairs: Pair[] = rows.flatMap(bothWays)
