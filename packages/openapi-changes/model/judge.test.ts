import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../src/compare.ts'
import { DocumentError } from '../src/document.ts'
import { isPromised } from '../test/promised.ts'
import { documentWith, type Schemas } from '../test/random-interface.ts'
import { drawRichSchema, editRichSchema } from '../test/random-keywords.ts'
import { components, type Draw, type JsonSchema } from '../test/random-schema.ts'
import { drawValue } from '../test/random-value.ts'
import { drawBySeed } from '../test/seeded-draw.ts'
import { lenient, lenientOnes, validatorOf } from '../test/validator.ts'

/** Of each direction. `SEED=20001 RUNS=1000` draws others, and `SEED=4086 RUNS=1` the one that a failure names. */
const runs = Number(process.env.RUNS ?? 10_000)
const firstSeed = Number(process.env.SEED ?? 1)
const valuesPerPair = 12

type Pair = { older: JsonSchema; newer: JsonSchema; schemas: Schemas; newSchemas: Schemas }

const drawPair = (draw: Draw): Pair => {
  const schemas: Schemas = Object.fromEntries(components.map((name) => [name, drawRichSchema(draw, 1)]))
  const older = drawRichSchema(draw, 2)
  const pair = { older, newer: older, schemas, newSchemas: schemas }
  for (let edits = draw.upTo(2); edits >= 0; edits--) {
    const name = draw.one(components)
    if (draw.chance(70)) pair.newer = editRichSchema(draw, pair.newer)
    else pair.newSchemas = { ...pair.newSchemas, [name]: editRichSchema(draw, pair.newSchemas[name] ?? {}) }
  }
  return pair
}

const isHarmless = (direction: 'request' | 'response', pair: Pair): boolean => {
  try {
    const older = documentWith(direction, pair.older, pair.schemas)
    const changes = compareDocuments(older, documentWith(direction, pair.newer, pair.newSchemas))
    return !changes.some(({ breaking }) => breaking)
  } catch (error) {
    if (error instanceof DocumentError) return false
    throw error
  }
}

/** Values that fit one schema, and not the other. A schema that has to fit itself is more than the validator can take. */
const counterexamples = (draw: Draw, direction: 'request' | 'response', pair: Pair): unknown[] => {
  const { older, newer, schemas, newSchemas } = pair
  try {
    const [from, to] =
      direction === 'request'
        ? [validatorOf(older, schemas), validatorOf(newer, newSchemas)]
        : [validatorOf(newer, newSchemas), validatorOf(lenient(older), lenientOnes(schemas))]
    const drawn = direction === 'request' ? ([older, schemas] as const) : ([newer, newSchemas] as const)
    const values = Array.from({ length: valuesPerPair }, () => drawValue(draw, ...drawn))
    return values.filter((value) => from(value) && !to(value) && isPromised(value, ...drawn))
  } catch (error) {
    if (/call stack|is not defined/.test(String(error))) return []
    throw error
  }
}

for (const direction of ['request', 'response'] as const)
  test(`nothing that breaks is called harmless, by a validator's judgement of a ${direction}`, () => {
    let harmless = 0
    for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
      const draw = drawBySeed(seed)
      const pair = drawPair(draw)
      if (!isHarmless(direction, pair)) continue
      harmless++
      assert.deepEqual(counterexamples(draw, direction, pair), [], JSON.stringify({ seed, ...pair }))
    }
    assert.ok(harmless > runs / 10, `only ${harmless} pairs were harmless`)
  })
