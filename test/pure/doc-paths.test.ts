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

test('every page of docs/ that a message names exists', () => {
  const named = globSync('{cli,src}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bdocs\/[\w/-]+\.md(?:\.?\w)*/g)].map(([page]) => ({
      file,
      page,
    })),
  )
  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter(({ page }) => !existsSync(join(root, page))),
    [],
  )
})
