import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documents } from '../test/mutations/documents.ts'
import { kinds } from '../test/mutations/kinds.ts'
import { drawBySeed } from '../test/seeded-draw.ts'
import { compareDocuments } from './compare.ts'

const perDocument = Number(process.env.RUNS ?? 100)

for (const [manner, document] of Object.entries(documents))
  test(`a single change in a large document has the verdict of its kind: ${manner}`, () => {
    assert.ok(JSON.stringify(document, null, 2).split('\n').length > 3000)
    assert.deepEqual(compareDocuments(document, structuredClone(document)), [])
    const names = Object.keys(kinds)
    const wrong: string[] = []
    let tried = 0
    for (let seed = 1; tried < perDocument; seed++) {
      const draw = drawBySeed(seed)
      const name = names[seed % names.length] ?? ''
      const changed = structuredClone(document)
      const breaks = kinds[name]?.(changed, draw)
      if (breaks === undefined) continue
      tried++
      const changes = compareDocuments(document, changed)
      if (changes.some(({ breaking }) => breaking) !== breaks)
        wrong.push(`${name} (${seed}): ${changes.map(({ rule, path }) => `${rule} ${path}`).join(', ')}`)
    }
    assert.deepEqual(wrong, [])
  })
