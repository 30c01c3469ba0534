import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationPairs } from '../test/pairs/operations.ts'
import { type Pair, shown } from '../test/pairs/pair.ts'
import { propertyPairs } from '../test/pairs/properties.ts'
import { samePairs } from '../test/pairs/same.ts'
import { openingPairs, overlapPairs, schemaPairs } from '../test/pairs/schemas.ts'
import { compareDocuments } from './compare.ts'
import { rules } from './rules.ts'

const pairs = [
  ...operationPairs,
  ...propertyPairs,
  ...schemaPairs,
  ...openingPairs,
  ...overlapPairs,
  ...samePairs,
]
const ruleOf = ({ found: [first = '~ no-difference'] }: Pair): string => first.split(' ')[1] ?? ''
const byRule = Map.groupBy(pairs, ruleOf)

for (const [rule, group] of byRule)
  test(rule, () => {
    for (const { older, newer, found, options } of group) {
      const changes = compareDocuments(older, newer, options)
      const which = `${JSON.stringify(older)}\n${JSON.stringify(newer)}`
      assert.deepEqual(changes.map(shown).sort(), found.toSorted(), which)
    }
  })

test('every rule has a pair that shows it first, and each pair a rule that is in the table', () => {
  assert.deepEqual(new Set(byRule.keys()).difference(new Set([...rules.keys(), 'no-difference'])), new Set())
  assert.deepEqual(new Set(rules.keys()).difference(new Set(byRule.keys())), new Set())
  assert.ok(pairs.length >= 800)
})
