import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { pairsByRule } from '../test/pairs/index.ts'
import type { Pair } from '../test/pairs/pair.ts'
import { documentWith, drawDocument, drawSchemas, edited } from '../test/random-interface.ts'
import { drawSchema, type JsonSchema } from '../test/random-schema.ts'
import { drawBySeed } from '../test/seeded-draw.ts'
import { compareDocuments } from './compare.ts'
import { DocumentError } from './document.ts'

const file = new URL('../test/verdicts.txt', import.meta.url)
const seeds = Array.from({ length: 300 }, (_, index) => index + 1)

/** The same schema with a few things changed, in a request and in an answer. */
const mutation = (seed: number): Pick<Pair, 'older' | 'newer'>[] => {
  const draw = drawBySeed(seed)
  const schemas = drawSchemas(draw)
  const older: JsonSchema = JSON.parse(JSON.stringify(drawSchema(draw, 2)))
  const [newer, newSchemas] = edited(draw, older, schemas)
  return (['request', 'response'] as const).map((direction) => ({
    older: documentWith(direction, older, schemas),
    newer: documentWith(direction, newer, newSchemas),
  }))
}

const twoDocuments = (seed: number): Pick<Pair, 'older' | 'newer'> => {
  const draw = drawBySeed(seed)
  return { older: drawDocument(draw), newer: drawDocument(draw) }
}

const verdictOf = ({ older, newer, options }: Omit<Pair, 'found'>): string => {
  try {
    return compareDocuments(older, newer, options).some(({ breaking }) => breaking) ? 'breaks' : 'fine'
  } catch (error) {
    if (error instanceof DocumentError) return 'refused'
    throw error
  }
}

const digestOf = ({ older, newer, options = {} }: Omit<Pair, 'found'>): string =>
  createHash('sha256')
    .update(JSON.stringify([older, newer, options]))
    .digest('hex')
    .slice(0, 12)

// UPDATE=1 writes the list anew: a verdict that is another in it has to be a better one
test('every verdict is the one in the list, and each is in it', () => {
  const all = [
    ...[...pairsByRule.values()].flat(),
    ...seeds.flatMap(mutation),
    ...seeds.slice(0, 100).map(twoDocuments),
  ]
  const verdicts = new Map(all.map((pair) => [digestOf(pair), verdictOf(pair)]))
  const lines = [...verdicts].map(([digest, verdict]) => `${digest} ${verdict}\n`).sort()
  if (process.env.UPDATE) writeFileSync(file, lines.join(''))
  const listed = new Set(readFileSync(file, 'utf8').match(/.+\n/g))
  assert.deepEqual([...new Set(lines).symmetricDifference(listed)].sort(), [])
})
