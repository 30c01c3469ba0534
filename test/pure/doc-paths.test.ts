import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

test('every source path that a page names exists', () => {
  const named = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/`((?:bench|cli|src|test|tools)\/[\w./-]+)`/g)].map(
      ([, path = '']) => ({ page, path }),
    ),
  )
  assert.ok(named.length > 100)
  // made by a run
  const made = ['bench/results/']
  assert.deepEqual(
    named.filter(({ path }) => !made.includes(path) && !existsSync(join(root, path))),
    [],
  )
})
