import { integer, number, object, string } from '../pairs/pair.ts'
import { in30, in31, isNull, type Judged, ref } from './judged.ts'

/** Shapes that are listed, and what stands beside the list. */
export const choices: Judged[] = [
  [
    'oneOf ints -> anyOf',
    in31({
      oneOf: [
        { ...integer, minimum: 0 },
        { ...integer, maximum: 9 },
      ],
    }),
    in31({
      anyOf: [
        { ...integer, minimum: 0 },
        { ...integer, maximum: 9 },
      ],
    }),
    'fbbf',
  ],
  [
    'apart ints -> anyOf',
    in31({
      oneOf: [
        { ...integer, minimum: 0 },
        { ...integer, maximum: -1 },
      ],
    }),
    in31({
      anyOf: [
        { ...integer, minimum: 0 },
        { ...integer, maximum: -1 },
      ],
    }),
    'ffff',
  ],
  ['str/int -> anyOf', in31({ oneOf: [string, integer] }), in31({ anyOf: [string, integer] }), 'ffff'],
  [
    'num/int -> anyOf',
    in31({ oneOf: [number, { ...integer, minimum: 3 }] }),
    in31({ anyOf: [number, { ...integer, minimum: 3 }] }),
    'fbbf',
  ],
  [
    'objects -> anyOf',
    in31({ oneOf: [object({ a: string }, ['a']), object({ b: string }, ['b'])] }),
    in31({ anyOf: [object({ a: string }, ['a']), object({ b: string }, ['b'])] }),
    'fbbf',
  ],
  [
    'closed objects -> anyOf',
    in31({
      oneOf: [
        object({ a: string }, ['a'], { additionalProperties: false }),
        object({ b: string }, ['b'], { additionalProperties: false }),
      ],
    }),
    in31({
      anyOf: [
        object({ a: string }, ['a'], { additionalProperties: false }),
        object({ b: string }, ['b'], { additionalProperties: false }),
      ],
    }),
    'ffff',
  ],
  [
    'lengths -> anyOf',
    in30({
      oneOf: [
        { ...string, maxLength: 3 },
        { ...string, minLength: 4 },
      ],
    }),
    in30({
      anyOf: [
        { ...string, maxLength: 3 },
        { ...string, minLength: 4 },
      ],
    }),
    'ffff',
  ],
  [
    'lengths2 -> anyOf',
    in30({
      oneOf: [
        { ...string, maxLength: 4 },
        { ...string, minLength: 4 },
      ],
    }),
    in30({
      anyOf: [
        { ...string, maxLength: 4 },
        { ...string, minLength: 4 },
      ],
    }),
    'fbbf',
  ],
  [
    'enum lists -> anyOf',
    in31({ oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }),
    in31({ anyOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }),
    'fbbf',
  ],
  [
    'oneOf -> int',
    in31({
      oneOf: [
        { ...integer, minimum: 0 },
        { ...integer, maximum: 9 },
      ],
    }),
    in31(integer),
    'fbbf',
  ],
  [
    'gets null',
    in31({ oneOf: [string, ref('R'), ref('RA')] }),
    in31({ oneOf: [string, ref('R'), ref('RA'), isNull] }),
    'fbbf',
  ],
  [
    'gets int',
    in31({ oneOf: [string, ref('R'), ref('RA')] }),
    in31({ oneOf: [string, ref('R'), ref('RA'), integer] }),
    'fbbf',
  ],
  [
    'str grows',
    in31({ oneOf: [{ ...string, maxLength: 3 }, ref('R'), ref('RA')] }),
    in31({ oneOf: [{ ...string, maxLength: 5 }, ref('R'), ref('RA')] }),
    'fbbf',
  ],
  [
    'gets overlapping',
    in31({ oneOf: [string, ref('R')] }),
    in31({ oneOf: [string, ref('R'), ref('RA')] }),
    'bbfb',
  ],
  [
    'gets pair among themselves',
    in31({ oneOf: [string, integer] }),
    in31({ oneOf: [string, integer, ref('R'), ref('RA')] }),
    'fbbf',
  ],
  [
    'R grows',
    in31({ oneOf: [object({ r: { ...string, maxLength: 3 } }, ['r']), ref('RA')] }),
    in31({ oneOf: [object({ r: string }, ['r']), ref('RA')] }),
    'bb??',
  ],
  [
    'common props',
    in31({ oneOf: [object({ a: string, c: string }, ['a']), object({ b: string, c: string }, ['b'])] }),
    in31({ ...object({ c: string }), oneOf: [object({ a: string }, ['a']), object({ b: string }, ['b'])] }),
    'nnnn',
  ],
  [
    'common props required',
    in31({
      oneOf: [object({ a: string, c: string }, ['a', 'c']), object({ b: string, c: string }, ['b', 'c'])],
    }),
    in31({
      type: 'object',
      properties: { c: string },
      required: ['c'],
      oneOf: [
        { properties: { a: string }, required: ['a'] },
        { properties: { b: string }, required: ['b'] },
      ],
    }),
    'nnnn',
  ],
  [
    'common props anyOf',
    in30({ anyOf: [object({ a: string, c: string }), object({ b: string, c: string })] }),
    in30({ ...object({ c: string }), anyOf: [object({ a: string }), object({ b: string })] }),
    'nnnn',
  ],
  [
    'type pulled',
    in31({ oneOf: [ref('A'), ref('R')] }),
    in31({ type: 'object', oneOf: [ref('A'), ref('R')] }),
    'nnnn',
  ],
  [
    'const kinds',
    in31({
      oneOf: [
        object({ k: { const: 'a' }, c: string }, ['k']),
        object({ k: { const: 'b' }, c: string }, ['k']),
      ],
    }),
    in31({
      ...object({ c: string }),
      oneOf: [object({ k: { const: 'a' } }, ['k']), object({ k: { const: 'b' } }, ['k'])],
    }),
    'nnnn',
  ],
  [
    'common props and one more',
    in31({ oneOf: [object({ a: string, c: string }, ['a']), object({ b: string, c: string }, ['b'])] }),
    in31({
      ...object({ c: string, d: string }),
      oneOf: [object({ a: string }, ['a']), object({ b: string }, ['b'])],
    }),
    'fbfb',
  ],
  [
    'listed value that no other shape has room for',
    in31({ enum: ['a', 0, 2], anyOf: [{ const: 2 }, { const: 'a' }, { ...integer, multipleOf: 3 }] }),
    in31({ enum: ['a', 0, 2], anyOf: [{ const: 'a' }, { ...integer, multipleOf: 3 }] }),
    'bffb',
  ],
  [
    'listed value that is out of bounds elsewhere',
    in31({ enum: ['a', 2, 4], anyOf: [{ const: 2 }, { const: 'a' }, { ...integer, minimum: 3 }] }),
    in31({ enum: ['a', 2, 4], anyOf: [{ const: 'a' }, { ...integer, minimum: 3 }] }),
    'bffb',
  ],
  [
    'listed value that another shape has room for',
    in31({ enum: ['a', 2, 4], anyOf: [{ const: 4 }, { const: 'a' }, { ...integer, multipleOf: 2 }] }),
    in31({ enum: ['a', 2, 4], anyOf: [{ const: 'a' }, { ...integer, multipleOf: 2 }] }),
    'ffff',
  ],
]
