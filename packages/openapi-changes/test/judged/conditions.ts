import { integer, number, object, string } from '../pairs/pair.ts'
import { in31, isNull, type Judged, ref } from './judged.ts'

/** Not written out, for what has a member called `then` may be taken for a promise. */
const when = (condition: object, met: unknown, unmet?: object) =>
  Object.fromEntries(
    Object.entries({ if: condition, met, unmet })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [{ met: 'then', unmet: 'else' }[name] ?? name, value]),
  )

/** What is said by conditions, and by what is left over. */
export const conditions: Judged[] = [
  [
    'null among others -> not null',
    in31({ anyOf: [isNull, string, integer] }),
    in31({ not: isNull }),
    'bbbb',
  ],
  ['null -> not null', in31({ anyOf: [isNull] }), in31({ not: isNull }), 'bbbb'],
  ['null -> if', in31({ anyOf: [isNull] }), in31(when(isNull, false)), 'bbbb'],
  ['null -> if else', in31({ anyOf: [isNull] }), in31(when(string, undefined, integer)), 'bbbb'],
  ['type null -> not null', in31(isNull), in31({ not: isNull }), 'bbbb'],
  ['oneOf null -> not null', in31({ oneOf: [isNull] }), in31({ not: isNull }), 'bbbb'],
  [
    'null -> allOf closed',
    in31({ anyOf: [isNull] }),
    in31({ allOf: [object({ a: string }), object({ b: string })], unevaluatedProperties: false }),
    'bbbb',
  ],
  ['null or str -> not null', in31({ anyOf: [isNull, string] }), in31({ not: isNull }), 'bbbb'],
  [
    'null,str -> allOf closed open types',
    in31({ anyOf: [isNull, string] }),
    in31({ allOf: [object({ a: string })], unevaluatedProperties: false }),
    'bbbb',
  ],
  [
    'opt more',
    in31({ allOf: [object({ a: string }), object({ b: string })], unevaluatedProperties: false }),
    in31({ allOf: [object({ a: string, c: string }), object({ b: string })], unevaluatedProperties: false }),
    'fbfb',
  ],
  [
    'refs opt more',
    in31({ allOf: [ref('A'), object({ b: string })], unevaluatedProperties: false }),
    in31({ allOf: [ref('A'), object({ b: string, c: string })], unevaluatedProperties: false }),
    'fbfb',
  ],
  [
    'req more',
    in31({ allOf: [object({ a: string }), object({ b: string })], unevaluatedProperties: false }),
    in31({
      allOf: [object({ a: string, c: string }, ['c']), object({ b: string })],
      unevaluatedProperties: false,
    }),
    'bbfb',
  ],
  [
    'oneOf closed opt more',
    in31({
      oneOf: [object({ k: { const: 1 }, a: string }, ['k']), object({ k: { const: 2 } }, ['k'])],
      unevaluatedProperties: false,
    }),
    in31({
      oneOf: [object({ k: { const: 1 }, a: string, c: string }, ['k']), object({ k: { const: 2 } }, ['k'])],
      unevaluatedProperties: false,
    }),
    'fbfb',
  ],
  [
    'uneval into',
    in31(object({ a: string })),
    in31(object({ a: string }, [], { unevaluatedProperties: false })),
    'bfff',
  ],
  [
    'uneval into allOf',
    in31({ allOf: [ref('A'), object({ b: string })] }),
    in31({ allOf: [ref('A'), object({ b: string })], unevaluatedProperties: false }),
    'bfff',
  ],
  [
    'uneval into oneOf',
    in31({ oneOf: [ref('A'), ref('R')] }),
    in31({ oneOf: [ref('A'), ref('R')], unevaluatedProperties: false }),
    'bffb',
  ],
  [
    'uneval for additional',
    in31(object({ a: string }, [], { additionalProperties: false })),
    in31(object({ a: string }, [], { unevaluatedProperties: false })),
    'nnnn',
  ],
  [
    'uneval allOf for additional',
    in31(object({ a: string, b: string }, [], { additionalProperties: false })),
    in31({ allOf: [object({ a: string }), object({ b: string })], unevaluatedProperties: false }),
    'nnnn',
  ],
  [
    'uneval schema for additional schema',
    in31(object({ a: string }, [], { additionalProperties: integer })),
    in31(object({ a: string }, [], { unevaluatedProperties: integer })),
    'nnnn',
  ],
  [
    'prefix one more',
    in31({ type: 'array', prefixItems: [string] }),
    in31({ type: 'array', prefixItems: [string, integer] }),
    'bffb',
  ],
  [
    'prefix same as items',
    in31({ type: 'array', items: string }),
    in31({ type: 'array', prefixItems: [string], items: string }),
    'nnnn',
  ],
  [
    'prefix as maxItems',
    in31({ type: 'array', items: string, maxItems: 2 }),
    in31({ type: 'array', prefixItems: [string, string], items: false }),
    'nnnn',
  ],
  [
    'prefix one more than items',
    in31({ type: 'array', prefixItems: [string], items: false }),
    in31({ type: 'array', prefixItems: [string, integer], items: false }),
    'fbbf',
  ],
  [
    'prefix changes',
    in31({ type: 'array', prefixItems: [{ type: 'boolean' }] }),
    in31({ type: 'array', prefixItems: [integer] }),
    'bbbb',
  ],
  [
    'prefix widened',
    in31({ type: 'array', prefixItems: [integer] }),
    in31({ type: 'array', prefixItems: [number] }),
    'fbbf',
  ],
  [
    'dependentRequired into',
    in31(object({ a: string, b: string })),
    in31(object({ a: string, b: string }, [], { dependentRequired: { a: ['b'] } })),
    'bffb',
  ],
  [
    'dependentRequired more',
    in31(object({ a: string, b: string }, [], { dependentRequired: { a: ['b'] } })),
    in31(object({ a: string, b: string }, [], { dependentRequired: { a: ['b'], b: ['a'] } })),
    'bffb',
  ],
  [
    'dependentSchemas into',
    in31(object({ a: string, b: string })),
    in31(object({ a: string, b: string }, [], { dependentSchemas: { a: { required: ['b'] } } })),
    'bffb',
  ],
  [
    'contains into',
    in31({ type: 'array', items: string }),
    in31({ type: 'array', items: string, contains: { const: 'a' } }),
    'bffb',
  ],
  [
    'contains wider',
    in31({ type: 'array', items: string, contains: { const: 'a' } }),
    in31({ type: 'array', items: string, contains: { enum: ['a', 'b'] } }),
    'fbbf',
  ],
  [
    'minContains',
    in31({ type: 'array', items: string, contains: { const: 'a' } }),
    in31({ type: 'array', items: string, contains: { const: 'a' }, minContains: 2 }),
    'bffb',
  ],
  [
    'maxContains',
    in31({ type: 'array', items: string, contains: { const: 'a' } }),
    in31({ type: 'array', items: string, contains: { const: 'a' }, maxContains: 2 }),
    'bffb',
  ],
  [
    'contains idle',
    in31({ type: 'array', items: string }),
    in31({ type: 'array', items: string, contains: { const: 'a' }, minContains: 0 }),
    'nnnn',
  ],
  [
    'propertyNames into',
    in31(object({})),
    in31(object({}, [], { propertyNames: { pattern: '^a' } })),
    'bffb',
  ],
  [
    'propertyNames wider',
    in31(object({}, [], { propertyNames: { maxLength: 3 } })),
    in31(object({}, [], { propertyNames: { maxLength: 5 } })),
    'fbbf',
  ],
  [
    'propertyNames type said',
    in31(object({}, [], { propertyNames: { maxLength: 3 } })),
    in31(object({}, [], { propertyNames: { type: 'string', maxLength: 3 } })),
    'nnnn',
  ],
  [
    'if into',
    in31(object({ a: string, b: string })),
    in31(object({ a: string, b: string }, [], when({ required: ['a'] }, { required: ['b'] }))),
    'bffb',
  ],
  [
    'then wider',
    in31(
      object({ a: string, b: string, c: string }, [], when({ required: ['a'] }, { required: ['b', 'c'] })),
    ),
    in31(object({ a: string, b: string, c: string }, [], when({ required: ['a'] }, { required: ['b'] }))),
    'fbbf',
  ],
  ['not into', in31(string), in31({ ...string, not: { const: 'a' } }), 'bffb'],
  [
    'unevalItems -> items false',
    in31({ type: 'array', prefixItems: [string], unevaluatedItems: false }),
    in31({ type: 'array', prefixItems: [string], items: false }),
    'nnnn',
  ],
  [
    'unevalItems into',
    in31({ type: 'array', prefixItems: [string] }),
    in31({ type: 'array', prefixItems: [string], unevaluatedItems: false }),
    'bffb',
  ],
  [
    'part that stands alone gets a bound',
    in31({ not: { const: 'x' }, allOf: [{ enum: [2, 4], not: { const: 'y' } }] }),
    in31({ not: { const: 'x' }, allOf: [{ enum: [2, 4], maximum: 2, not: { const: 'y' } }] }),
    'bffb',
  ],
  [
    'part that stands alone becomes whole',
    in31({ not: { const: 'x' }, allOf: [{ enum: [2, 1.5], not: { const: 'y' } }] }),
    in31({ not: { const: 'x' }, allOf: [{ enum: [2, 1.5], multipleOf: 1, not: { const: 'y' } }] }),
    'b??b',
  ],
  [
    'part that stands alone says the same',
    in31({ not: { const: 'x' }, allOf: [{ ...integer, exclusiveMinimum: 0, not: { const: 'y' } }] }),
    in31({ not: { const: 'x' }, allOf: [{ ...integer, minimum: 1, not: { const: 'y' } }] }),
    'nnnn',
  ],
]
