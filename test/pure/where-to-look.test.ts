import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The rows of *Where to look*, without its head. */
const rows = (read('CONTRIBUTING.md').split('\n## Where to look\n')[1] ?? '')
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => /^\|(?!---| question )/.test(line))

/** Whether a file declares it: as a constant, function, type or class, or as a key of something. */
const declares = (source: string, symbol: string) => {
  const code = source.replace(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, '')
  return new RegExp(`\\b(const|function|type|class) ${symbol}\\b|[\\s{,]["']?${symbol}["']?\\??:`).test(code)
}

test('where to look names existing files, and what they declare', () => {
  assert.ok(rows.length >= 24, `${rows.length} rows`)
  for (const row of rows) {
    const [, file = '', symbol = ''] = /^\| [^|]+\? \| `([\w./-]+\.ts)`: `(\w+)` \|$/.exec(row) ?? []
    assert.ok(symbol, row)
    assert.ok(existsSync(join(root, file)), row)
    assert.ok(declares(read(file), symbol), row)
  }
})

test('a use, a comment and a longer name declare nothing', () => {
  const source = `
    export const admitAll = admit(deps)
    // const admit = 1
    import { admit } from './admit.ts'`
  assert.ok(!declares(source, 'admit'))
  for (const declared of ['export const admit = 1', 'async function admit() {}', 'return { admit: true }'])
    assert.ok(declares(declared, 'admit'), declared)
})

test('every path that newcomers are sent to exists', () => {
  const pages = ['CONTRIBUTING.md', 'docs/recipes.md', 'docs/testing.md']
  const paths = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:src|test|contract|cli|tools|docs|packages)\/[\w./-]*)`/g)].map(
      ([, path = '']) => ({ page, path }),
    ),
  )
  assert.ok(paths.length > 60)
  const missing = paths.filter(({ path }) => !existsSync(join(root, path)))
  assert.deepEqual(missing, [])
})
