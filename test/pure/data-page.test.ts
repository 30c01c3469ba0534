import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { held } from '../../tools/schema/held.ts'
import { dataPage } from '../../tools/schema/page.ts'

const page = new URL('../../docs/data.md', import.meta.url)
const schema = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8')

test('every column of the schema is documented, and nothing else', () => {
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \(\n(.*?)^\)/gms)].map(
    ([, table = '', body = '']) => [
      table,
      [...body.matchAll(/^ {2}(?!CONSTRAINT )(\w+) /gm)].map(([, column]) => column),
    ],
  )
  assert.ok(tables.length > 30)
  assert.deepEqual(
    Object.entries(held).map(([table, { columns }]) => [table, Object.keys(columns)]),
    tables,
  )
})

test('the page of the data is up to date; UPDATE=1 rewrites it', () => {
  if (process.env.UPDATE) writeFileSync(page, dataPage())
  assert.ok(
    readFileSync(page, 'utf8') === dataPage(),
    'docs/data.md is stale: UPDATE=1 npm test -- test/pure/data-page.test.ts',
  )
})
