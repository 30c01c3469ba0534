import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { documentWith, drawDocument, drawSchemas, edited, type Schemas } from '../test/random-interface.ts'
import { type Draw, drawFrom, drawSchema, type JsonSchema } from '../test/random-schema.ts'
import { drawValue } from '../test/random-value.ts'
import { lenient, lenientOnes, validatorOf as newValidator } from '../test/validator.ts'
import type { Change } from './change.ts'
import { compareDocuments } from './compare.ts'
import { valueAt } from './pointer.ts'

// the same each time, lest a rare find stops somebody else's work; RUNS looks further
const { RUNS } = process.env
const runs = { numRuns: Number(RUNS ?? 80), endOnFailure: true, ...(RUNS ? {} : { seed: 20_261_121 }) }

const forAll = (check: (draw: Draw) => void): void =>
  fc.assert(
    fc.property(fc.gen(), (g) => check(drawFrom(g))),
    runs,
  )

test('what is reported as not breaking makes no valid request invalid', () => {
  let tried = 0
  forAll((draw) => {
    const [older, schemas, newer, newSchemas] = drawPair(draw)
    const changes = compare(
      documentWith('request', older, schemas),
      documentWith('request', newer, newSchemas),
    )
    if (changes.some(({ breaking }) => breaking)) return
    const [wasRight, isRight] = [validatorOf(older, schemas), validatorOf(newer, newSchemas)]
    for (const value of drawValues(draw, older, schemas).filter(wasRight)) {
      tried++
      assert.ok(isRight(value), told({ value, older, schemas, newer, newSchemas, changes }))
    }
  })
  assert.ok(tried > 100, `only ${tried} requests were tried`)
})

test('what is reported as not breaking makes no answer one that clients did not have to expect', () => {
  let tried = 0
  forAll((draw) => {
    const [older, schemas, newer, newSchemas] = drawPair(draw)
    const changes = compare(
      documentWith('response', older, schemas),
      documentWith('response', newer, newSchemas),
    )
    if (changes.some(({ breaking }) => breaking)) return
    const [wasRight, isRight] = [
      validatorOf(lenient(older), lenientOnes(schemas)),
      validatorOf(newer, newSchemas),
    ]
    for (const value of drawValues(draw, newer, newSchemas).filter(isRight)) {
      tried++
      assert.ok(wasRight(value), told({ value, older, schemas, newer, newSchemas, changes }))
    }
  })
  assert.ok(tried > 100, `only ${tried} answers were tried`)
})

test('a document compared with itself has no change', () => {
  forAll((draw) => {
    const document = drawDocument(draw)
    assert.deepEqual(compare(document, structuredClone(document)), [])
  })
})

test('what one way adds, the other way removes', () => {
  forAll((draw) => {
    const [one, other] = [drawDocument(draw), drawDocument(draw)]
    const [there, back] = [compare(one, other), compare(other, one)]
    assert.deepEqual(pathsOf(there, 'added'), pathsOf(back, 'removed'), told({ one, other }))
    assert.deepEqual(pathsOf(there, 'removed'), pathsOf(back, 'added'), told({ one, other }))
  })
})

test('every change has its place in the document, and none is told twice', () => {
  forAll((draw) => {
    const [older, newer] = [drawDocument(draw), drawDocument(draw)]
    const changes = compare(older, newer)
    for (const { kind, path } of changes)
      assert.notEqual(
        valueAt(path, kind === 'removed' ? older : newer),
        undefined,
        told({ path, older, newer }),
      )
    assert.equal(
      new Set(changes.map(({ rule, path, target }) => told({ rule, path, target }))).size,
      changes.length,
    )
  })
})

const pathsOf = (changes: Change[], kind: Change['kind']): string[] =>
  changes
    .filter((change) => change.kind === kind)
    .map(({ path }) => path)
    .sort()

const drawPair = (draw: Draw): [JsonSchema, Schemas, JsonSchema, Schemas] => {
  const schemas = drawSchemas(draw)
  const older: JsonSchema = JSON.parse(JSON.stringify(drawSchema(draw, 2)))
  return [older, schemas, ...edited(draw, older, schemas)]
}

const drawValues = (draw: Draw, schema: JsonSchema, schemas: Schemas): unknown[] =>
  Array.from({ length: 12 }, () => drawValue(draw, schema, schemas))

const compare: typeof compareDocuments = (...documents) =>
  unless(/refers to itself/, () => compareDocuments(...documents))

const validatorOf = (schema: JsonSchema, schemas: Schemas) => {
  // a schema that has to fit itself is more than it can take, and now and then it forgets a variable
  const limits = /call stack|is not defined/
  const validate = unless(limits, () => newValidator(schema, schemas))
  return (value: unknown): boolean => unless(limits, () => validate(value))
}

/** Draws anew where something is refused for a good reason. */
const unless = <Result>(reason: RegExp, run: () => Result): Result => {
  try {
    return run()
  } catch (error) {
    fc.pre(!reason.test(String(error)))
    throw error
  }
}

const told = (about: object): string => JSON.stringify(about)

test('a new property is held against what could say something of it before, however deep that lies', () => {
  const choice = (properties: object) => ({
    anyOf: [
      { type: 'object', properties },
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
  })
  const wrappings: ((schema: object) => object)[] = [
    (schema) => schema,
    () => ({ $ref: '#/components/schemas/Choice', minProperties: 1 }),
    (schema) => ({ allOf: [schema] }),
    (schema) => ({ type: 'array', items: schema }),
    (schema) => ({ type: 'object', additionalProperties: schema }),
    (schema) => ({ type: 'object', properties: { inner: schema } }),
  ]
  for (const wrapped of wrappings) {
    const documentOf = (schema: object) => ({
      openapi: '3.1.0',
      paths: {
        '/things': {
          post: {
            requestBody: {
              content: {
                'application/json': { schema: { type: 'object', properties: { p: wrapped(schema) } } },
              },
            },
          },
        },
      },
      components: { schemas: { Choice: schema } },
    })
    const [older, newer] = [choice({ a: {} }), choice({ a: {}, b: { type: 'string' } })].map(documentOf)
    const found = compareDocuments(older, newer).filter(({ breaking }) => breaking)
    assert.deepEqual(
      found.map(({ rule }) => rule),
      ['request-property-type-changed'],
      JSON.stringify(wrapped({})),
    )
  }
})
