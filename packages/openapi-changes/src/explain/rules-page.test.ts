import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { rules } from '../rules.ts'
import { explanationOf } from './explanation.ts'
import { rulesPage } from './rules-page.ts'

const file = new URL('../../docs/rules.md', import.meta.url)

test('the page of the rules is what they are; UPDATE=1 writes it anew', async () => {
  const page = rulesPage()
  if (process.env.UPDATE) await writeFile(file, page)
  assert.ok(
    (await readFile(file, 'utf8')) === page,
    'docs/rules.md is stale: UPDATE=1 npm test -- packages/openapi-changes/src/explain/rules-page.test.ts',
  )
})

test('every rule is on it, with a reason, and with a pair that shows it', () => {
  const page = rulesPage()
  for (const id of rules.keys()) {
    const explanation = explanationOf(id)
    assert.ok(page.includes(`\`${id}\``), id)
    assert.match(explanation?.why ?? '', /^[`\p{Lu}].+\.$/u, id)
    assert.ok(
      explanation?.changes.some(({ rule }) => rule === id),
      id,
    )
  }
})
