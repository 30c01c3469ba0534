import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { parseSync } from 'libpg-query'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { newDatabase } from '../support/service.ts'
import { collectStatements, isMadeWith, piecesBeside } from '../support/statements/collect.ts'
import { exceptions, uncollected, unplanned, unseen } from '../support/statements/exceptions.ts'
import { listedStatements, renewList } from '../support/statements/ran-on-citus.ts'
import { lookAt, rules } from '../support/statements/rules.ts'
import { familyOf } from '../support/statements/several.ts'
import { type Piece, pieces } from '../support/statements/source.ts'

const made = await collectStatements()
const ofSeveral = made.filter(({ isSpread }) => isSpread)

const placeOf = ({ file, line }: Piece) => `${file}:${line}`

const treeOf = (text: string) => {
  const [only, ...others] = parseSync(text).stmts ?? []
  assert.ok(only?.stmt && others.length === 0, `one statement: ${text}`)
  return only.stmt
}

test("every statement is valid to PostgreSQL's parser", () => {
  for (const { text, isSpread } of made) if (!isSpread) treeOf(text)
})

// PostgreSQL runs them in tests of their own
test('the embedded database accepts every statement, with its tables, columns, functions and types', async () => {
  const { DATA_DIR = '' } = await newDatabase()
  const db = await openEmbedded(DATA_DIR)
  const refused: Record<string, string> = {}
  for (const { statement, text, isSpread } of made) {
    const values = statement.values.map(() => 'null').join()
    const plan = `prepare planned as ${text}; explain execute planned${values && `(${values})`}; deallocate planned`
    if (!isSpread) await db.script(plan).catch((error) => (refused[statement.name] = error.message))
  }
  await db.close()
  assert.deepEqual(Object.keys(refused).sort(), Object.keys(unplanned).sort(), inspect(refused))
})

const looks = ofSeveral.map(({ statement, text }) => ({
  name: statement.name,
  look: lookAt(treeOf(text), statement),
}))

// All that could be missed is in the source: a branch of a statement is a template of its own, or leaves one out.
test('every SQL template and name in the source is in a collected statement', () => {
  const names = new Set(made.map(({ statement }) => statement.name))
  const missing = [
    ...piecesBeside(made.map(({ text }) => text)),
    ...pieces.filter(({ name }) => name !== undefined && !names.has(name)),
  ].filter(({ name = '' }) => !(name in uncollected))
  assert.deepEqual(missing.map(placeOf), [])
  assert.deepEqual(
    Object.keys(uncollected).filter((name) => names.has(name)),
    [],
  )
})

for (const [rule, { refused, isBroken }] of Object.entries(rules)) {
  test(`${rule}: a violation is refused`, () => {
    for (const text of refused)
      assert.ok(isBroken(lookAt(treeOf(text), { parts: [], values: ['one user', 'another'] })), text)
  })

  test(`${rule}: every statement that several servers run follows it`, () => {
    const names = new Set(looks.filter(({ look }) => isBroken(look)).map(({ name }) => familyOf(name)))
    assert.deepEqual([...names].sort(), Object.keys(exceptions[rule as keyof typeof rules] ?? {}).sort())
  })
}

const remedy = `Run the tests that use these statements on Citus, as docs/testing.md says, and then
UPDATE=1 npm test -- test/database/statements.test.ts`

test('every current statement has run on Citus', () => {
  const present = new Map(ofSeveral.map(({ called, text }) => [called, text]))
  if (process.env.UPDATE === '1') renewList(new Set(present.keys()))
  const listed = listedStatements()
  const changed = listed.filter((called) => !present.has(called))
  assert.deepEqual(changed, [], `These have changed since, or are no statements any more. ${remedy}`)

  const texts = listed.map((called) => present.get(called) ?? '')
  const ran = piecesBeside(texts)
  const unproven = ofSeveral
    .filter(({ text }) => ran.some((piece) => isMadeWith(piece, text)))
    .map(({ statement }) => statement.name)
  assert.deepEqual([...new Set(unproven)].sort(), Object.keys(unseen).sort(), `These are new. ${remedy}`)
})
