import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairsByRule } from '../test/pairs/index.ts'
import { shown } from '../test/pairs/pair.ts'
import { compareDocuments } from './compare.ts'
import { rules } from './rules.ts'

for (const [rule, group] of pairsByRule)
  test(rule, () => {
    for (const { older, newer, found, options } of group) {
      const changes = compareDocuments(older, newer, options)
      const which = `${JSON.stringify(older)}\n${JSON.stringify(newer)}`
      assert.deepEqual(changes.map(shown).sort(), found.toSorted(), which)
    }
  })

test('every rule has a pair that shows it first, and each pair a rule that is in the table', () => {
  const shownRules = new Set(pairsByRule.keys())
  assert.deepEqual(shownRules.difference(new Set([...rules.keys(), 'no-difference'])), new Set())
  assert.deepEqual(new Set(rules.keys()).difference(shownRules), new Set())
  assert.ok([...pairsByRule.values()].flat().length >= 800)
})

test('a reason may stand over several places: none says `this`', () => {
  for (const [id, { says, saysOfEvents = '' }] of rules)
    assert.doesNotMatch(says + saysOfEvents, /\bthis\b/i, id)
})
