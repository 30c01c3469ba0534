import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../src/compare.ts'
import { documentWith } from '../test/random-interface.ts'
import { drawRichSchema, everywhere } from '../test/random-keywords.ts'
import type { Draw, JsonSchema } from '../test/random-schema.ts'
import { rewrites } from '../test/rewrites.ts'
import { drawBySeed } from '../test/seeded-draw.ts'

const wanted = Number(process.env.RUNS ?? 1000)
/** README names them. */
const maxWrong = 5

/** The same schema with one place in other words, and which. */
const rewritten = (draw: Draw, schema: JsonSchema): [schema: JsonSchema, words: string] | undefined => {
  const [name, rewrite] = draw.one(Object.entries(rewrites))
  const places: JsonSchema[] = []
  everywhere(schema, (inner) => {
    if (rewrite(inner, draw)) places.push(inner)
    return inner
  })
  if (places.length === 0) return undefined
  let left = draw.upTo(places.length - 1)
  const changed = everywhere(schema, (inner) =>
    rewrite(inner, draw) && left-- === 0 ? (rewrite(inner, draw) ?? inner) : inner,
  )
  return [changed, name]
}

test('the words in which a schema is written do not matter, but for a few that README names', () => {
  const wrong: string[] = []
  let tried = 0
  for (let seed = 1; tried < wanted; seed++) {
    const draw = drawBySeed(seed)
    const schemas = { Tree: drawRichSchema(draw, 1), Leaf: drawRichSchema(draw, 1) }
    const schema = drawRichSchema(draw, 2)
    const found = rewritten(draw, schema)
    if (!found) continue
    const direction = draw.one(['request', 'response'] as const)
    const [older, newer] = [schema, found[0]].map((one) => documentWith(direction, one, schemas))
    tried++
    try {
      const changes = [...compareDocuments(older, newer), ...compareDocuments(newer, older)]
      const [breaking] = changes.filter((change) => change.breaking)
      if (breaking)
        wrong.push(
          `${found[1]} (${seed}, ${direction}): ${breaking.rule} ${JSON.stringify([schema, found[0], schemas])}`,
        )
    } catch (error) {
      if (!/refers to itself/.test(String(error))) throw error
    }
  }
  assert.ok(wrong.length <= maxWrong, wrong.join('\n'))
})
