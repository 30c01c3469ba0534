import { integer, object, string } from '../pairs/pair.ts'
import { in30, in31, isNull, type Judged, ref } from './judged.ts'

/** Null, in the words of 3.0 and of 3.1. */
export const nulls: Judged[] = [
  [
    'enum nullable',
    in30({ ...string, enum: ['a'] }),
    in30({ ...string, enum: ['a'], nullable: true }),
    'fbbf',
  ],
  [
    'enum+null said',
    in30({ ...string, enum: ['a'], nullable: true }),
    in30({ ...string, enum: ['a', null], nullable: true }),
    'nnnn',
  ],
  [
    'int enum nullable',
    in30({ ...integer, enum: [1] }),
    in30({ ...integer, enum: [1], nullable: true }),
    'fbbf',
  ],
  ['allOf ref nullable', in30({ allOf: [ref('A')] }), in30({ allOf: [ref('A')], nullable: true }), 'fbbf'],
  ['ref -> allOf ref nullable', in30(ref('A')), in30({ allOf: [ref('A')], nullable: true }), 'fbbf'],
  [
    'allOf ref type nullable',
    in30({ type: 'object', allOf: [ref('A')] }),
    in30({ type: 'object', allOf: [ref('A')], nullable: true }),
    'fbbf',
  ],
  [
    'allOf enum ref nullable',
    in30({ allOf: [ref('E')] }),
    in30({ allOf: [ref('E')], nullable: true }),
    'fbbf',
  ],
  [
    'allOf oneOf ref nullable',
    in30({ allOf: [ref('B')] }),
    in30({ allOf: [ref('B')], nullable: true }),
    'fbbf',
  ],
  ['ref oneOf nullable', in30(ref('B')), in30({ allOf: [ref('B')], nullable: true }), 'fbbf'],
  [
    'oneOf nullable',
    in30({ oneOf: [ref('A'), string] }),
    in30({ oneOf: [ref('A'), string], nullable: true }),
    'fbbf',
  ],
  [
    'oneOf type nullable',
    in30({ type: 'object', oneOf: [ref('A'), ref('R')] }),
    in30({ type: 'object', oneOf: [ref('A'), ref('R')], nullable: true }),
    'fbbf',
  ],
  [
    'anyOf nullable',
    in30({ anyOf: [ref('A'), string] }),
    in30({ anyOf: [ref('A'), string], nullable: true }),
    'fbbf',
  ],
  [
    'allOf two nullable',
    in30({ allOf: [ref('A'), object({ z: string })] }),
    in30({ allOf: [ref('A'), object({ z: string })], nullable: true }),
    'fbbf',
  ],
  [
    'allOf props nullable',
    in30({ allOf: [ref('A')], properties: { z: string } }),
    in30({ allOf: [ref('A')], properties: { z: string }, nullable: true }),
    'fbbf',
  ],
  [
    'enum 3.0->3.1',
    in30({ ...string, enum: ['a'], nullable: true }),
    in31({ type: ['string', 'null'], enum: ['a', null] }),
    'nnnn',
  ],
  [
    'allOf 3.0->3.1 oneOf null',
    in30({ allOf: [ref('A')], nullable: true }),
    in31({ oneOf: [ref('A'), isNull] }),
    'nnnn',
  ],
  [
    'allOf type 3.0->3.1 oneOf null',
    in30({ type: 'object', allOf: [ref('A')], nullable: true }),
    in31({ oneOf: [ref('A'), isNull] }),
    'nnnn',
  ],
  [
    'allOf type 3.0->3.1 anyOf null',
    in30({ type: 'object', allOf: [ref('A')], nullable: true }),
    in31({ anyOf: [ref('A'), isNull] }),
    'nnnn',
  ],
  [
    'allOf enum 3.0->3.1',
    in30({ allOf: [ref('E')], nullable: true }),
    in31({ oneOf: [ref('E'), isNull] }),
    'nnnn',
  ],
  ['B 3.0->3.1', in30({ allOf: [ref('B')], nullable: true }), in31({ anyOf: [ref('B'), isNull] }), 'nnnn'],
  [
    'oneOf 3.0->3.1',
    in30({ oneOf: [ref('A'), string], nullable: true }),
    in31({ oneOf: [ref('A'), string, isNull] }),
    'nnnn',
  ],
  [
    'oneOf type 3.0->3.1',
    in30({ type: 'object', oneOf: [ref('A'), ref('R')], nullable: true }),
    in31({ oneOf: [ref('A'), ref('R'), isNull] }),
    'nnnn',
  ],
  [
    'oneOf type 3.0->3.1 b',
    in30({ type: 'object', oneOf: [ref('A'), ref('R')], nullable: true }),
    in31({ type: ['object', 'null'], oneOf: [ref('A'), ref('R'), isNull] }),
    'nnnn',
  ],
  [
    'two allOf 3.0->3.1',
    in30({ allOf: [ref('A'), object({ z: string })], nullable: true }),
    in31({ oneOf: [{ allOf: [ref('A'), object({ z: string })] }, isNull] }),
    'nnnn',
  ],
  [
    '3.1 nullable word is unknown',
    in31({ ...string, enum: ['a'] }),
    in31({ ...string, enum: ['a'], nullable: true }),
    'nnnn',
  ],
]
