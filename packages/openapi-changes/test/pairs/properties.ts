import { integer, json, list, number, object, operation, type Pair, type Schema, string } from './pair.ts'

const bodies = {
  request: (schema: Schema) => operation({ requestBody: json(schema) }),
  response: (schema: Schema) => operation({ responses: { 200: json(schema) } }),
}

const none = object({})
const some = object({ p: string })
const must = object({ p: string }, ['p'])
const having = (more: object, required: string[] = []) => object({ p: { ...string, ...more } }, required)
// a map: what is listed now had to fit something else before
const map = (schema: Schema) => object({}, [], { additionalProperties: schema })
const mapWith = (p: Schema, required: string[] = []) =>
  object({ p }, required, { additionalProperties: integer })
const mapWithout = (schema: Schema) => object({}, ['p'], { additionalProperties: schema })

const patterns = (patternProperties: object) => object({}, [], { patternProperties })

// the same value had to fit the branch as well, or the whole
const kind = { kind: { const: 'a' } }
const within = (whole: object, branch: object) => ({
  ...object({ ...whole }),
  oneOf: [object({ ...kind, ...branch }, ['kind']), object({ kind: { const: 'b' } }, ['kind'])],
})

// what is left over, of all that the branches say as well
const noneLeft = (more: object) => ({
  unevaluatedProperties: false,
  oneOf: ['a', 'b'].map((name) => ({ ...object({ kind: { const: name } }, ['kind']), ...more })),
})

const request: [older: Schema, newer: Schema, ...found: string[]][] = [
  [none, some, '+ request-property-added-optional'],
  [none, must, '+ request-property-added-required !'],
  [none, object({}, ['p']), '~ request-property-became-required !'],
  [some, none, '- request-property-removed !'],
  [must, none, '- request-property-removed !'],
  [having({ deprecated: true }), none, '- request-property-removed'],
  [some, must, '~ request-property-became-required !'],
  [must, some, '~ request-property-became-optional'],
  [must, having({ readOnly: true }, ['p']), '~ request-property-became-read-only !'],
  [having({ readOnly: true }), some, '~ request-property-no-longer-read-only'],
  [
    having({ readOnly: true }, ['p']),
    must,
    '~ request-property-no-longer-read-only',
    '~ request-property-became-required !',
  ],
  [some, having({ default: 'a' }), '~ request-property-default-added !'],
  [having({ default: 'a' }), having({ default: 'b' }), '~ request-property-default-changed !'],
  [having({ default: 'a' }), some, '~ request-property-default-removed !'],
  [must, having({ default: 'a' }, ['p'])],
  [map(integer), mapWith(string), '+ request-property-added-optional', '~ request-property-type-changed !'],
  [map(integer), mapWith(integer), '+ request-property-added-optional'],
  [mapWithout(integer), mapWith(integer, ['p'])],
  [mapWith(string, ['p']), mapWithout(integer), '~ request-property-type-changed !'],
  [
    noneLeft({ additionalProperties: {} }),
    noneLeft({}),
    '~ request-property-condition-changed !',
    '~ request-property-condition-changed !',
  ],
  [map(integer), mapWithout(integer), '~ request-property-became-required !'],
  [
    object({ p: string }, ['p'], { additionalProperties: false }),
    object({}, ['p'], { additionalProperties: false }),
    '~ request-property-type-narrowed !',
  ],
  [map(integer), map(number), '~ request-property-type-widened'],
  [none, map(string), '~ request-property-type-narrowed !'],
  [
    object({}, [], { additionalProperties: true }),
    object({ p: string }, [], { additionalProperties: true }),
    '+ request-property-added-optional',
    '~ request-property-type-narrowed !',
  ],
  [
    object({}, [], { patternProperties: { p: string } }),
    object({ p: integer }, [], { patternProperties: { p: string } }),
    '+ request-property-added-optional',
    '~ request-property-type-narrowed !',
  ],
  [
    within({}, { p: string }),
    within({ p: integer }, { p: string }),
    '+ request-property-added-optional',
    '~ request-property-type-changed !',
  ],
  [
    within({ p: string }, {}),
    within({ p: string }, { p: integer }),
    '+ request-property-added-optional',
    '~ request-property-type-changed !',
  ],
  [within({ p: string }, {}), within({ p: string }, { p: string }), '+ request-property-added-optional'],
  [patterns({ '^x-': integer }), patterns({ '^x-': number }), '~ request-property-type-widened'],
  [patterns({ '^x-': number }), patterns({ '^x-': integer }), '~ request-property-type-narrowed !'],
  // what has such a name already has to fit the pattern, too
  [
    object({ 'x-a': string }),
    object({ 'x-a': string }, [], { patternProperties: { '^x-': integer } }),
    '+ request-body-pattern-properties-added',
    '~ request-property-type-changed !',
  ],
  [
    object({ 'x-a': string }),
    object({ 'x-a': string }, [], { patternProperties: { '^(x|y)': string } }),
    '+ request-body-pattern-properties-added',
  ],
  [
    map(integer),
    object({}, [], { additionalProperties: integer, patternProperties: { '^x-': string } }),
    '+ request-body-pattern-properties-added',
    '~ request-property-type-changed !',
  ],
  [list(), list({ items: integer }), '~ request-property-type-changed !'],
  [{ type: 'array' }, list(), '~ request-property-type-narrowed !'],
]

const response: typeof request = [
  [mapWithout(integer), mapWith(integer, ['p'])],
  [mapWithout(integer), mapWith(string, ['p']), '~ response-property-type-changed !'],
  [
    noneLeft({ additionalProperties: {} }),
    noneLeft({}),
    '~ response-property-condition-changed !',
    '~ response-property-condition-changed !',
  ],
  [map(integer), mapWithout(integer), '~ response-property-became-required'],
  [none, some, '+ response-property-added-optional'],
  [none, must, '+ response-property-added-required'],
  [some, none, '- response-property-removed !'],
  [must, none, '- response-property-removed !'],
  [having({ deprecated: true }), none, '- response-property-removed'],
  [some, must, '~ response-property-became-required'],
  [must, some, '~ response-property-became-optional !'],
  [must, having({ writeOnly: true }, ['p']), '~ response-property-became-write-only !'],
  [having({ writeOnly: true }), some, '~ response-property-no-longer-write-only'],
  [some, having({ default: 'a' })],
  [map(number), map(integer), '~ response-property-type-narrowed'],
  [patterns({ '^x-': integer }), patterns({ '^x-': number }), '~ response-property-type-widened !'],
  [map(string), none, '~ response-property-type-widened !'],
]

export const propertyPairs: Pair[] = Object.entries({ request, response }).flatMap(([direction, rows]) =>
  rows.map(([older, newer, ...found]) => {
    const documentOf = bodies[direction as 'request' | 'response']
    return { older: documentOf(older), newer: documentOf(newer), found }
  }),
)
