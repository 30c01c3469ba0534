import { moreRoom, openOf, type Row } from './more-room.ts'
import { integer, kindOf, list, object, type Pair, places, type Schema, string } from './pair.ts'

const withValue = (schema: object, value: object): Schema =>
  JSON.parse(JSON.stringify(schema).replace('"X"', JSON.stringify(value)))

/** There is no telling which of them has more room. */
const another: Row[] = [
  [{ type: 'boolean' }, integer, '~ type-changed', '~ type-changed'],
  [{ type: ['boolean', 'null'] }, { type: ['integer', 'null'] }, '~ type-changed', '~ type-changed'],
  [
    { ...integer, multipleOf: 4 },
    { ...integer, multipleOf: 6 },
    '~ multiple-of-changed',
    '~ multiple-of-changed',
  ],
  [{ ...string, pattern: '^a' }, { ...string, pattern: '^b' }, '~ pattern-changed', '~ pattern-changed'],
  [{ ...string, format: 'uuid' }, { ...string, format: 'date' }, '~ format-changed', '~ format-changed'],
  [{ not: string }, { not: integer }, '~ condition-changed', '~ condition-changed'],
  // what is a text for people in a schema is data in a value
  ...[{ const: 'X' }, { enum: ['X'] }, { properties: { const: { default: 'X' } } }].map(
    (schema): Row => [
      { not: withValue(schema, { title: 'a' }) },
      { not: withValue(schema, { title: 'b' }) },
      '~ condition-changed',
      '~ condition-changed',
    ],
  ),
  [
    list({ contains: { const: 'a' } }),
    list({ contains: { const: 'b' }, maxContains: 2 }),
    '~ condition-changed',
    '~ condition-changed',
  ],
  [
    { ...string, contentMediaType: 'image/png' },
    { ...string, contentMediaType: 'image/gif' },
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
      string,
      { ...string, contentMediaType: 'application/json' },
      '~ content-named',
      '~ content-no-longer-named',
    ],
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
    [false, true],
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
    [false, true],
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
