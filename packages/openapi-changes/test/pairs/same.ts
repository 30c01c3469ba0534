import { integer, kindOf, number, object, type Pair, places, type Schema, string } from './pair.ts'

/** The same, in other words. */
const rows: [one: Schema, other: Schema][] = [
  [string, { type: ['string'] }],
  [{ type: ['string', 'null'] }, { oneOf: [{ type: 'null' }, string] }],
  [{ const: 'a' }, { type: 'string', enum: ['a'] }],
  [{ type: ['integer', 'number'] }, number],
  [string, { allOf: [string] }],
  [object({ p: string }, ['p']), { allOf: [object({ p: string }), { required: ['p'] }] }],
  [object({ a: string, b: integer }), { allOf: [object({ a: string }), object({ b: integer })] }],
  [{ oneOf: [kindOf('a'), kindOf('b')] }, { anyOf: [kindOf('b'), kindOf('a')] }],
  [string, { ...string, description: 'A word.', title: 'Word', examples: ['a'], 'x-order': 1 }],
  [{ ...string, minLength: 0 }, string],
  [object({}), object({}, [], { additionalProperties: true })],
  [{ not: { ...string, description: 'A word.' } }, { not: string }],
  [
    { not: object({ const: { ...string, title: 'A word' }, enum: { ...string, description: 'One.' } }) },
    { not: object({ const: string, enum: string }) },
  ],
  [{ not: { enum: [{ a: 1, b: 2 }] } }, { not: { enum: [{ b: 2, a: 1 }] } }],
  [{ type: 'string', enum: ['a'] }, { allOf: [string, { enum: ['a', 1] }] }],
  [true, {}],
  [
    { ...string, 'x-extensible-enum': ['a', 'b'] },
    { ...string, 'x-extensible-enum': ['b', 'a'] },
  ],
  // where all are listed, and where there is no list, the extension says nothing
  [
    { ...string, enum: ['a'] },
    { ...string, enum: ['a'], 'x-extensible-enum': ['a', 'b'] },
  ],
  [string, { ...string, 'x-extensible-enum': 'a' }],
]

export const samePairs: Pair[] = rows.flatMap(([one, other]) =>
  [places.request['request-body'], places.response['response-property']].flatMap((documentOf) => [
    { older: documentOf(one), newer: documentOf(other), found: [] },
    { older: documentOf(other), newer: documentOf(one), found: [] },
  ]),
)
