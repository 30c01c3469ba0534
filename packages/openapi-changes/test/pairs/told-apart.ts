import { type BothWays, bothWays, integer, json, object, operation, type Pair, string } from './pair.ts'

const pointerTo = (name: string) => `#/components/schemas/${name}`
const reference = (name: string) => ({ $ref: pointerTo(name) })

/** Requests and responses with one schema, `Pet`. */
const pets = (schemas: Record<string, object>) =>
  operation(
    {
      requestBody: { required: true, ...json(reference('Pet')) },
      responses: { 200: json(reference('Pet')) },
    },
    { components: { schemas } },
  )
const cat = object({ kind: string, lives: integer }, ['kind'])
const dog = object({ kind: string, bark: string }, ['kind'])
const discriminator = (mapping?: Record<string, string>) => ({
  discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
})
const choice = (names: string[], mapping?: Record<string, string>) => ({
  anyOf: names.map(reference),
  ...discriminator(mapping),
})
const replaced =
  '- request-body-any-of-branch-removed ! + request-body-any-of-branch-added - response-body-any-of-branch-removed + response-body-any-of-branch-added !'

/** Where it is listed which shapes there are. */
const listed: BothWays[] = [
  [
    pets({ Pet: choice(['Cat', 'Dog']), Cat: cat, Dog: dog }),
    pets({ Pet: choice(['Kitty', 'Dog']), Kitty: cat, Dog: dog }),
    replaced,
    replaced,
  ],
  [
    pets({ Pet: choice(['Cat', 'Dog'], { cat: 'Cat' }), Cat: cat, Dog: dog }),
    pets({ Pet: choice(['Kitty', 'Dog'], { kitty: 'Kitty' }), Kitty: cat, Dog: dog }),
    replaced,
    replaced,
  ],
  [
    pets({ Pet: choice(['Cat', 'Dog'], { cat: 'Cat' }), Cat: cat, Dog: dog }),
    pets({ Pet: choice(['Kitty', 'Dog'], { cat: 'Kitty' }), Kitty: cat, Dog: dog }),
    '',
    '',
  ],
  // the only one there is, too
  [
    pets({ Pet: choice(['Cat']), Cat: cat }),
    pets({ Pet: choice(['Kitty']), Kitty: cat }),
    replaced,
    replaced,
  ],
  [
    pets({ Pet: choice(['Cat'], { cat: 'Cat' }), Cat: cat }),
    pets({ Pet: choice(['Kitty'], { cat: 'Kitty' }), Kitty: cat }),
    '',
    '',
  ],
  // one value of two is lost with the name
  [
    pets({ Pet: choice(['Cat', 'Dog'], { cat: 'Cat', tom: 'Cat' }), Cat: cat, Dog: dog }),
    pets({ Pet: choice(['Kitty', 'Dog'], { cat: 'Kitty' }), Kitty: cat, Dog: dog }),
    '~ request-body-discriminator-changed ! ~ response-body-discriminator-changed !',
    '~ response-body-discriminator-changed !',
  ],
  // a value that led to another shape
  [
    pets({ Pet: choice(['Cat', 'Dog'], { cat: 'Cat', dog: 'Dog' }), Cat: cat, Dog: dog }),
    pets({ Pet: choice(['Dog'], { cat: 'Dog', dog: 'Dog' }), Dog: dog }),
    '- request-body-any-of-branch-removed ! - response-body-any-of-branch-removed ~ response-body-discriminator-changed !',
    '~ request-body-discriminator-changed ! + request-body-any-of-branch-added ~ response-body-discriminator-changed ! + response-body-any-of-branch-added !',
  ],
  // told apart by what they extend, so that each of them begins with it
  [
    pets({
      Pet: choice(['Cat', 'Dog']),
      Base: object({ kind: string }),
      ...extending('Base', { Cat: cat, Dog: dog }),
    }),
    pets({
      Pet: choice(['Kitty', 'Dog']),
      Base: object({ kind: string }),
      ...extending('Base', { Kitty: cat, Dog: dog }),
    }),
    replaced,
    replaced,
  ],
]

function extending(base: string, schemas: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { allOf: [reference(base), schema] }]),
  )
}

const base = (mapping?: Record<string, string>) => ({
  ...object({ kind: string }, ['kind']),
  ...discriminator(mapping),
})
const family = (schemas: Record<string, object>, mapping?: Record<string, string>) =>
  pets({ Pet: base(mapping), ...extending('Pet', schemas) })
const [lives, livesInWords] = [object({ lives: integer }), object({ lives: string })]
const retyped = '~ request-property-type-changed ! ~ response-property-type-changed !'
const added = '+ request-body-one-of-branch-added + response-body-one-of-branch-added !'
const removed = '- request-body-one-of-branch-removed ! - response-body-one-of-branch-removed'

/** Where there are whatever shapes extend the one that has the discriminator. */
const extended: BothWays[] = [
  [family({ Cat: lives }), family({ Cat: livesInWords }), retyped, retyped],
  [family({ Cat: lives }, { cat: 'Cat' }), family({ Cat: livesInWords }, { cat: 'Cat' }), retyped, retyped],
  [family({ Cat: lives }), family({ Cat: lives, Dog: dog }), added, removed],
  [family({ Cat: lives }, { cat: 'Cat' }), family({ Kitty: lives }, { cat: 'Kitty' }), '', ''],
  [family({ Cat: lives }), family({ Kitty: lives }), `${removed} ${added}`, `${removed} ${added}`],
  // a mapping names what extends nothing
  [
    pets({ Pet: base({ cat: 'Cat' }), Cat: lives }),
    pets({ Pet: base({ cat: 'Cat' }), Cat: livesInWords }),
    retyped,
    retyped,
  ],
  [
    pets({ Pet: base({ cat: 'Cat' }), Cat: lives, Dog: dog }),
    pets({ Pet: base({ cat: 'Cat', dog: 'Dog' }), Cat: lives, Dog: dog }),
    added,
    removed,
  ],
  // grandchildren, and parts without a name
  [
    pets({
      Pet: base(),
      ...extending('Pet', { Cat: {} }),
      Tom: { allOf: [{ allOf: [reference('Cat')] }, lives] },
    }),
    pets({
      Pet: base(),
      ...extending('Pet', { Cat: {} }),
      Tom: { allOf: [{ allOf: [reference('Cat')] }, livesInWords] },
    }),
    retyped,
    retyped,
  ],
  // another name for the same, and one that is not used
  [
    family({ Cat: lives }),
    pets({ Pet: base(), ...extending('Pet', { Cat: lives }), Animal: reference('Pet'), Dog: dog }),
    '',
    '',
  ],
  // those that extended it are listed now
  [
    family({ Cat: cat }),
    pets({ Pet: choice(['Cat']), Cat: cat }),
    '~ request-body-discriminator-changed ! ~ response-body-discriminator-changed ! + request-property-added-optional + response-property-added-optional',
    '~ request-body-discriminator-changed ! ~ response-body-discriminator-changed ! - request-property-removed ! - response-property-removed !',
  ],
]

export const toldApartPairs: Pair[] = [...listed, ...extended].flatMap(bothWays)
