import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { commands } from '../../cli/commands/index.ts'

const root = join(import.meta.dirname, '../..')
const [, tree = ''] = readFileSync(join(root, 'docs/tree.md'), 'utf8').split('```')

/** What is told of each folder and file, by its name at the beginning of a line. */
const told: Record<string, string> = Object.fromEntries(
  tree
    .replace(/\n {20,}/g, ' ')
    .split('\n')
    .map((line) => /^ *([\w./-]+) {2,}(.*)$/.exec(line)?.slice(1) ?? []),
)

const words = (text = '') => new Set(text.match(/[\w-]+\/?/g))

test('the tree has every file of src/ and every folder there, and no other', () => {
  const shown = tree.split('\nsrc/ ')[1]?.split(/\n(?=\w)/)[0] ?? ''
  const names = [...shown.matchAll(/^ {2}([\w.-]+)\/? /gm)].map(([, name = '']) => name)
  assert.ok(names.length > 15)
  assert.deepEqual(
    names.sort(),
    globSync('src/*', { cwd: root })
      .map((path) => basename(path))
      .sort(),
  )
})

test('the tree has every module of each layer', () => {
  for (const layer of ['web', 'flows', 'credentials', 'accounts', 'messages']) {
    const modules = globSync(`src/${layer}/*/`, { cwd: root }).map((path) => `${basename(path)}/`)
    assert.ok(modules.length > 2)
    const shown = [...words(told[`${layer}/`])].filter((word) => word.endsWith('/'))
    assert.deepEqual(shown.sort(), modules.sort(), layer)
  }
})

test('the tree has every command and every tool', () => {
  const shown = words(told['cli/']).difference(new Set(['npx', 'sallyport']))
  assert.deepEqual([...shown].sort(), Object.keys(commands).sort())
  for (const tool of globSync('tools/*/', { cwd: root }))
    assert.ok(words(told['tools/']).has(`${basename(tool)}/`), tool)
})
