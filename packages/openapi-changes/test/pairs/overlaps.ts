import { openOf } from './more-room.ts'
import { integer, number, object, type Pair, places, type Schema, string } from './pair.ts'

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
