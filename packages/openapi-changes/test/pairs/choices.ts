import {
  type BothWays,
  bothWays,
  integer,
  kindOf,
  list,
  number,
  object,
  type Pair,
  places,
  type Schema,
  string,
} from './pair.ts'

type Row = [
  older: Schema,
  newer: Schema,
  request: [there: string, back: string],
  response: [there: string, back: string],
]

const nothing: [string, string] = ['', '']
const [a, b] = [object({ a: string }), object({ b: string })]
const [needsA, needsB] = [object({ a: string }, ['a']), object({ b: string }, ['b'])]
const named = (title: string, schema: object) => ({ title, ...schema })
const beside = (choice: object) => ({ ...object({ id: string }, ['id']), ...choice })

const rows: Row[] = [
  // one of two shapes is left, beside another keyword
  [
    beside({ oneOf: [needsA, needsB] }),
    beside({ oneOf: [needsA] }),
    ['- BODY-one-of-branch-removed !', '+ BODY-one-of-branch-added ~ BODY-choice-may-overlap !'],
    ['- BODY-one-of-branch-removed', '+ BODY-one-of-branch-added !'],
  ],
  [
    beside({ anyOf: [needsA, needsB] }),
    beside({ anyOf: [needsA] }),
    ['- BODY-any-of-branch-removed !', '+ BODY-any-of-branch-added'],
    ['- BODY-any-of-branch-removed', '+ BODY-any-of-branch-added !'],
  ],
  [
    { type: 'object', oneOf: [kindOf('a'), kindOf('b')] },
    { type: 'object', oneOf: [kindOf('a')] },
    ['- BODY-one-of-branch-removed !', '+ BODY-one-of-branch-added'],
    ['- BODY-one-of-branch-removed', '+ BODY-one-of-branch-added !'],
  ],
  [
    { allOf: [object({ id: string }), { anyOf: [needsA, needsB] }] },
    { allOf: [object({ id: string }), { anyOf: [needsB] }] },
    ['- BODY-any-of-branch-removed !', '+ BODY-any-of-branch-added'],
    ['- BODY-any-of-branch-removed', '+ BODY-any-of-branch-added !'],
  ],
  // two that become one which has room for both
  [
    { anyOf: [named('A', needsA), named('B', needsB)] },
    { anyOf: [named('AB', object({ a: string, b: string }))] },
    [
      '~ BODY-choice-branch-merged ~ PROPERTY-became-optional + PROPERTY-added-optional',
      '~ BODY-choice-branch-split ~ PROPERTY-became-required ! - PROPERTY-removed !',
    ],
    [
      '- BODY-any-of-branch-removed ~ PROPERTY-became-optional ! + PROPERTY-added-optional',
      '+ BODY-any-of-branch-added ! ~ PROPERTY-became-required - PROPERTY-removed !',
    ],
  ],
  [
    {
      anyOf: [
        { ...string, maxLength: 3 },
        { ...string, maxLength: 5 },
      ],
    },
    { ...string, maxLength: 5 },
    ['~ BODY-choice-branch-merged', '~ BODY-choice-branch-split'],
    ['~ BODY-choice-branch-merged', '~ BODY-choice-branch-split'],
  ],
  // a list of types that becomes a choice
  [{ type: ['string', 'integer'] }, { oneOf: [string, integer] }, nothing, nothing],
  [{ type: ['string', 'integer', 'null'] }, { anyOf: [integer, { type: 'null' }, string] }, nothing, nothing],
  [
    { type: ['string', 'integer'], maxLength: 3 },
    { oneOf: [{ ...string, maxLength: 5 }, integer] },
    ['~ PROPERTY-max-length-raised', '~ PROPERTY-max-length-lowered !'],
    ['~ PROPERTY-max-length-raised !', '~ PROPERTY-max-length-lowered'],
  ],
  [
    { type: ['string', 'array'], items: string },
    { oneOf: [string, list(), integer] },
    ['+ BODY-one-of-branch-added', '- BODY-one-of-branch-removed !'],
    ['+ BODY-one-of-branch-added !', '- BODY-one-of-branch-removed'],
  ],
  // values told apart, and in another order
  [
    { type: 'string', enum: ['a', 'b'] },
    {
      oneOf: [
        { const: 'b', title: 'B' },
        { const: 'a', title: 'A' },
      ],
    },
    nothing,
    nothing,
  ],
  [
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    { oneOf: [{ const: 'c' }, { const: 'b' }, { const: 'a' }] },
    ['+ BODY-enum-value-added', '- BODY-enum-value-removed !'],
    ['+ BODY-enum-value-added !', '- BODY-enum-value-removed'],
  ],
  [{ type: ['boolean', 'null'] }, { enum: [true, null, false] }, nothing, nothing],
  [{ type: 'boolean' }, { type: 'boolean', enum: [false, true] }, nothing, nothing],
  // a nameless branch that gains a property
  [
    { oneOf: [a, integer] },
    { oneOf: [object({ a: string, kind: { const: 'a' } }, ['kind']), integer] },
    ['+ PROPERTY-added-required !', '- PROPERTY-removed !'],
    ['+ PROPERTY-added-required', '- PROPERTY-removed !'],
  ],
  [
    { anyOf: [needsA, b] },
    { anyOf: [needsA, object({ b: string, c: string }, ['c'])] },
    ['+ PROPERTY-added-required !', '- PROPERTY-removed !'],
    ['+ PROPERTY-added-required', '- PROPERTY-removed !'],
  ],
  // something wider beside takes it in
  [
    { anyOf: [integer, list()] },
    { anyOf: [number, integer, list()] },
    ['+ BODY-any-of-branch-added', '- BODY-any-of-branch-removed !'],
    ['+ BODY-any-of-branch-added !', '- BODY-any-of-branch-removed'],
  ],
]

const rowsFor = (bodyOf: (schema: Schema) => object, direction: 'request' | 'response'): BothWays[] =>
  rows.map(([older, newer, request, response]) => {
    const [there, back] = { request, response }[direction].map((found) =>
      found.replaceAll('BODY', `${direction}-body`).replaceAll('PROPERTY', `${direction}-property`),
    )
    return [bodyOf(older), bodyOf(newer), there ?? '', back ?? '']
  })

/** A branch that another one takes in, or that is told apart from it, wherever a schema can stand. */
const [whole, parts] = [
  { ...string, maxLength: 5 },
  {
    anyOf: [
      { ...string, maxLength: 5 },
      { ...string, maxLength: 3 },
    ],
  },
]
const everywhere = (['request', 'response'] as const).flatMap((direction) =>
  Object.entries(places[direction]).map(
    ([subject, documentOf]): BothWays => [
      documentOf({ anyOf: [whole, integer] }),
      documentOf({ anyOf: [...parts.anyOf, integer] }),
      `~ ${subject}-choice-branch-split`,
      `~ ${subject}-choice-branch-merged`,
    ],
  ),
)

// a schema is meant by its name as well as by a reference
const pets = (mapping?: object, names = ['Cat', 'Dog']) => ({
  openapi: '3.1.0',
  paths: {
    '/pets': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
        discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
      },
      ...Object.fromEntries(
        ['Cat', 'Dog', 'Kitten'].map((name) => [name, kindOf(name.replace('Kitten', 'Cat'))]),
      ),
    },
  },
})
const reference = (name: string) => `#/components/schemas/${name}`
const both = (found: string) => `~ request-body-${found} ~ response-body-${found}`
const mappings: BothWays[] = [
  [pets({ cat: 'Cat' }), pets({ cat: reference('Cat') }), '', ''],
  [pets(), pets({ Cat: 'Cat', Dog: reference('Dog') }), '', ''],
  [
    pets({ cat: 'Cat' }),
    pets({ cat: 'Dog' }),
    both('discriminator-changed !'),
    both('discriminator-changed !'),
  ],
  [pets({ cat: 'Cat' }), pets({ cat: 'Kitten' }, ['Kitten', 'Dog']), '', ''],
  [
    pets({ cat: 'Cat', dog: 'Dog' }),
    pets({ cat: 'Cat' }, ['Cat']),
    '- request-body-one-of-branch-removed ! - response-body-one-of-branch-removed',
    '+ request-body-one-of-branch-added + response-body-one-of-branch-added !',
  ],
]

export const choicePairs: Pair[] = [
  ...everywhere,
  ...rowsFor(places.request['request-body'], 'request'),
  ...rowsFor(places.response['response-body'], 'response'),
  ...mappings,
].flatMap(bothWays)
