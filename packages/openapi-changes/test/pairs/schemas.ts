import { integer, kindOf, list, number, object, type Pair, places, type Schema, string } from './pair.ts'

type Row = [one: Schema, other: Schema, there: string, back: string]

const openOf = (...known: string[]) => ({ type: 'string', 'x-extensible-enum': known })

/** A schema and one with more room: a request may become more, and an answer must not. */
const moreRoom: Row[] = [
  [integer, number, '~ type-widened', '~ type-narrowed'],
  [string, { type: ['string', 'integer'] }, '~ type-widened', '~ type-narrowed'],
  [string, {}, '~ type-widened', '~ type-narrowed'],
  [false, string, '~ type-widened', '~ type-narrowed'],
  [{ type: 'string', enum: ['1'] }, { enum: ['1', 1] }, '+ enum-value-added', '- enum-value-removed'],
  [string, { type: ['string', 'null'] }, '~ became-nullable', '~ became-not-nullable'],
  [string, { anyOf: [string, { type: 'null' }] }, '~ became-nullable', '~ became-not-nullable'],
  [{ enum: ['a'] }, { enum: ['a', null] }, '~ became-nullable', '~ became-not-nullable'],
  [{ enum: ['a', 'b'] }, { enum: ['b', 'c', 'a'] }, '+ enum-value-added', '- enum-value-removed'],
  [{ const: 'a' }, { enum: ['a', 'b'] }, '+ enum-value-added', '- enum-value-removed'],
  [{ enum: [{ x: 1, y: 2 }] }, { enum: [{ y: 2, x: 1 }, 0] }, '+ enum-value-added', '- enum-value-removed'],
  [{ type: 'string', enum: ['a'] }, string, '~ no-longer-enum', '~ became-enum'],
  [{ const: 'a' }, string, '~ no-longer-enum', '~ became-enum'],
  [{ ...string, enum: ['a', 'b'] }, openOf('b', 'a'), '~ enum-opened', '~ enum-closed'],
  [{ const: 'a' }, openOf('a'), '~ enum-opened', '~ enum-closed'],
  [
    { ...string, enum: ['a'] },
    { anyOf: [openOf('a'), { type: 'null' }] },
    '~ became-nullable ~ enum-opened',
    '~ became-not-nullable ~ enum-closed',
  ],
  [{ ...number, minimum: 2 }, { ...number, minimum: 1 }, '~ minimum-lowered', '~ minimum-raised'],
  [{ ...number, minimum: 2 }, number, '~ minimum-lowered', '~ minimum-raised'],
  [{ ...number, exclusiveMinimum: 1 }, { ...number, minimum: 1 }, '~ minimum-lowered', '~ minimum-raised'],
  [{ ...number, maximum: 1 }, { ...number, maximum: 2 }, '~ maximum-raised', '~ maximum-lowered'],
  [{ ...number, maximum: 1 }, number, '~ maximum-raised', '~ maximum-lowered'],
  [{ ...number, exclusiveMaximum: 1 }, { ...number, maximum: 1 }, '~ maximum-raised', '~ maximum-lowered'],
  [{ ...string, minLength: 2 }, { ...string, minLength: 1 }, '~ min-length-lowered', '~ min-length-raised'],
  [{ ...string, minLength: 2 }, { ...string, minLength: 0 }, '~ min-length-lowered', '~ min-length-raised'],
  [{ ...string, maxLength: 1 }, { ...string, maxLength: 2 }, '~ max-length-raised', '~ max-length-lowered'],
  [{ ...string, maxLength: 1 }, string, '~ max-length-raised', '~ max-length-lowered'],
  [list({ minItems: 2 }), list({ minItems: 1 }), '~ min-items-lowered', '~ min-items-raised'],
  [list({ maxItems: 1 }), list({}), '~ max-items-raised', '~ max-items-lowered'],
  [object({}, [], { minProperties: 1 }), object({}), '~ min-properties-lowered', '~ min-properties-raised'],
  [object({}, [], { maxProperties: 1 }), object({}), '~ max-properties-raised', '~ max-properties-lowered'],
  [
    { ...integer, multipleOf: 4 },
    { ...integer, multipleOf: 2 },
    '~ multiple-of-loosened',
    '~ multiple-of-tightened',
  ],
  [{ ...integer, multipleOf: 4 }, integer, '~ multiple-of-loosened', '~ multiple-of-tightened'],
  [list({ uniqueItems: true }), list({}), '~ items-no-longer-unique', '~ items-became-unique'],
  [{ ...string, pattern: '^a' }, string, '~ pattern-removed', '~ pattern-added'],
  [{ ...string, format: 'uuid' }, string, '~ format-removed', '~ format-added'],
  [{ ...integer, format: 'int32' }, { ...integer, format: 'int64' }, '~ format-widened', '~ format-narrowed'],
  [{ ...number, format: 'float' }, { ...number, format: 'double' }, '~ format-widened', '~ format-narrowed'],
  [kindOf('a'), { oneOf: [kindOf('a'), kindOf('b')] }, '+ one-of-branch-added', '- one-of-branch-removed'],
  [
    { oneOf: [kindOf('a'), kindOf('b')] },
    { oneOf: [kindOf('c'), kindOf('b'), kindOf('a')] },
    '+ one-of-branch-added',
    '- one-of-branch-removed',
  ],
  [
    { anyOf: [string, list({})] },
    { anyOf: [string, integer, list({})] },
    '+ any-of-branch-added',
    '- any-of-branch-removed',
  ],
  [
    { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { type: 'object' },
    '~ choice-removed',
    '~ choice-added',
  ],
]

/** There is no telling which of them has more room. */
const another: Row[] = [
  [string, integer, '~ type-changed', '~ type-changed'],
  [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }, '~ type-changed', '~ type-changed'],
  [
    { ...integer, multipleOf: 4 },
    { ...integer, multipleOf: 6 },
    '~ multiple-of-changed',
    '~ multiple-of-changed',
  ],
  [{ ...string, pattern: '^a' }, { ...string, pattern: '^b' }, '~ pattern-changed', '~ pattern-changed'],
  [{ ...string, format: 'uuid' }, { ...string, format: 'date' }, '~ format-changed', '~ format-changed'],
  [{ not: string }, {}, '~ condition-changed', '~ condition-changed'],
  [{ not: string }, { not: integer }, '~ condition-changed', '~ condition-changed'],
  [
    list({ contains: { const: 'a' } }),
    list({ contains: { const: 'b' } }),
    '~ condition-changed',
    '~ condition-changed',
  ],
  [
    object({}, [], { propertyNames: { maxLength: 1 } }),
    object({}),
    '~ condition-changed',
    '~ condition-changed',
  ],
  [
    { anyOf: [kindOf('a'), kindOf('b')], discriminator: { propertyName: 'kind' } },
    { anyOf: [kindOf('a'), kindOf('b')], discriminator: { propertyName: 'type' } },
    '~ discriminator-changed',
    '~ discriminator-changed',
  ],
]

const choice = { anyOf: [kindOf('a'), kindOf('b')] }
const overlapping = [object({ a: string }), object({ b: string })]
// closed on its own, a schema cannot be put together with another one
const parts = (...names: string[]) => ({
  type: 'object',
  allOf: names.map((name) => ({
    title: name,
    ...object({ [name]: string }, [], { additionalProperties: false }),
  })),
})
const open = object({})
const closed = object({}, [], { additionalProperties: false })

type Breaks = { request: boolean; response: boolean }

const there: [...Row, there: Breaks, back: Breaks][] = [
  ...moreRoom.map((row) => judged(row, [false, true], [true, false])),
  ...another.map((row) => judged(row, [true, true], [true, true])),
  judged(
    [string, { ...string, deprecated: true }, '~ deprecated', '~ no-longer-deprecated'],
    [false, false],
    [false, false],
  ),
  // what is known by name is no promise that it comes, nor that nothing else does
  judged(
    [openOf('a', 'b'), openOf('c', 'b', 'a'), '+ open-enum-value-added', '- open-enum-value-removed'],
    [false, false],
    [true, false],
  ),
  judged(
    [
      openOf('a', 'b'),
      { allOf: [openOf('c'), openOf('a', 'b')] },
      '+ open-enum-value-added',
      '- open-enum-value-removed',
    ],
    [false, false],
    [true, false],
  ),
  judged(
    [string, openOf('a'), '~ became-open-enum', '~ no-longer-open-enum'],
    [false, false],
    [false, false],
  ),
  judged(
    [
      choice,
      { ...choice, discriminator: { propertyName: 'kind' } },
      '~ discriminator-added',
      '~ discriminator-removed',
    ],
    [false, false],
    [true, true],
  ),
  judged(
    [
      { ...choice, discriminator: { propertyName: 'kind' } },
      { ...choice, discriminator: { propertyName: 'kind', defaultMapping: 'A' } },
      '~ discriminator-default-added',
      '~ discriminator-changed',
    ],
    [false, false],
    [true, true],
  ),
  judged(
    [
      { oneOf: overlapping },
      { anyOf: overlapping },
      '~ choice-no-longer-exclusive',
      '~ choice-became-exclusive',
    ],
    [false, false],
    [true, false],
  ),
  // null fits both, so neither may have it
  judged(
    [
      { oneOf: [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }] },
      { anyOf: [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }] },
      '~ choice-no-longer-exclusive',
      '~ choice-became-exclusive',
    ],
    [false, false],
    [true, false],
  ),
  judged(
    [parts('a', 'b'), parts('a', 'b', 'c'), '+ all-of-branch-added', '- all-of-branch-removed'],
    [true, false],
    [true, true],
  ),
  judged(
    [
      object({}),
      object({}, [], { patternProperties: { '^x-': string } }),
      '+ pattern-properties-added',
      '- pattern-properties-removed',
    ],
    [false, false],
    [true, true],
  ),
  judged(
    [
      object({ id: string }, [], { patternProperties: { '^x-': string } }),
      object({ id: string }, [], { patternProperties: { '^x-': string, '^y-': integer } }),
      '+ pattern-properties-added',
      '- pattern-properties-removed',
    ],
    [false, false],
    [true, true],
  ),
  judged(
    [closed, open, '~ more-properties-allowed', '~ more-properties-refused'],
    [false, false],
    [true, false],
  ),
]

function judged(
  row: Row,
  [request, response]: [boolean, boolean],
  [backRequest, backResponse]: [boolean, boolean],
) {
  const [there, back] = [
    { request, response },
    { request: backRequest, response: backResponse },
  ]
  return [...row, there, back] as [...Row, Breaks, Breaks]
}

/** Each of them at each place where a schema can stand, there and back. */
export const schemaPairs: Pair[] = there.flatMap(([one, other, sign, backSign, breaks, backBreaks]) => [
  ...everywhere(one, other, sign, breaks),
  ...everywhere(other, one, backSign, backBreaks),
])

function everywhere(older: Schema, newer: Schema, sign: string, breaks: Breaks): Pair[] {
  const signs = [...sign.matchAll(/(\S) (\S+)/g)]
  return (['request', 'response'] as const).flatMap((direction) =>
    Object.entries(places[direction]).map(([subject, documentOf]) => ({
      older: documentOf(older),
      newer: documentOf(newer),
      found: signs.map(([, mark, stem]) => `${mark} ${subject}-${stem}${breaks[direction] ? ' !' : ''}`),
    })),
  )
}

/** Opened and closed with other values than before: what came and what went is told besides. */
export const openingPairs: Pair[] = [
  {
    older: places.request['request-property']({ ...string, enum: ['a', 'b'] }),
    newer: places.request['request-property'](openOf('a', 'c')),
    found: [
      '~ request-property-enum-opened',
      '+ request-property-open-enum-value-added',
      '- request-property-open-enum-value-removed !',
    ],
  },
  {
    older: places.response['response-property'](openOf('a', 'c')),
    newer: places.response['response-property']({ ...string, enum: ['a', 'b'] }),
    found: [
      '~ response-property-enum-closed',
      '+ response-property-open-enum-value-added',
      '- response-property-open-enum-value-removed',
    ],
  },
]

// `oneOf` refuses what fits two, and more room in one of its shapes takes it from the whole
const pets = (age: Schema) => ({ oneOf: [object({ name: string, age }), object({ lives: integer })] })

export const overlapPairs: Pair[] = Object.entries(places.request).flatMap(([subject, documentOf]) => [
  {
    older: documentOf(pets(integer)),
    newer: documentOf(pets(number)),
    found: [`~ ${subject}-choice-may-overlap !`, '~ request-property-type-widened'],
  },
  // null, which fits both now
  {
    older: documentOf({ oneOf: [string, { type: 'null' }] }),
    newer: documentOf({ oneOf: [{ type: ['string', 'null'] }, { type: 'null' }] }),
    found: [`~ ${subject}-choice-may-overlap !`, '~ request-property-became-nullable'],
  },
])
