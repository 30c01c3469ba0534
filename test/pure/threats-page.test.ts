import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Every line of the page that is a row of a table, whether or not it has the cells that a row has. */
const rows = read('docs/threats.md')
  .split('\n')
  .filter((line) => /^\|(?!---| threat )/.test(line))
  .map((line) => line.split('|').slice(1, -1))

const filesOf = (cells: string[]): string[] =>
  [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)

test('every threat names its tests: one or two files that exist', () => {
  assert.ok(rows.length > 80)
  for (const cells of rows) {
    const [threat = ''] = cells
    assert.equal(cells.length, 3, threat)
    assert.match(cells[2] ?? '', /^ `[\w./-]+\.test\.ts`(, `[\w./-]+\.test\.ts`)? $/, threat)
    for (const file of filesOf(cells)) {
      assert.ok(existsSync(join(root, file)), `${threat}: ${file}`)
      assert.match(read(file), /^ *test\(/m, `${threat}: ${file}`)
    }
  }
})

test('every file of attacks belongs to a threat', () => {
  const named = new Set(rows.flatMap(filesOf))
  const attacks = globSync('test/attacks/*.test.ts', { cwd: root })
  assert.ok(attacks.length > 50)
  assert.deepEqual(
    attacks.filter((file) => !named.has(file)),
    [],
  )
})

test('no threat is listed twice', () => {
  const threats = rows.map(([threat]) => threat)
  assert.deepEqual(
    threats.filter((threat, index) => threats.indexOf(threat) !== index),
    [],
  )
})
