import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { get, type Json } from '@hyperjump/json-pointer'
import { judge, readEntries } from 'openapi-changelog'
import { compareDocuments, rules } from 'openapi-changes'
import { contractFolder, published } from './published.ts'

test('the first release is the one that was shown, as published', async () => {
  const first = (await published.releases()).at(-1)
  assert.deepEqual([first?.date, first?.branch, first?.version], ['2024-03-05', 'main', '0.0.0'])
  assert.deepEqual(
    first?.changes.map(({ kind, target, breaking }) => [kind, target, breaking]),
    [
      ['removed', 'PATCH /users/{id}/settings/2fa', true],
      ['removed', 'POST /users/{id}/settings/2fa', true],
      ['added', 'PATCH /users/{id}/settings/2fa', false],
      ['added', 'POST /users/{id}/settings/2fa', false],
    ],
  )
})

test('a release keeps its changes as judged today; UPDATE=1 rewrites them', async () => {
  const entries = await readEntries(contractFolder)
  const later = entries.slice(0, -1)
  assert.ok(later.length > 0)
  for (const [index, { openapi, ...about }] of later.entries()) {
    const changes = await judge({ ...about, openapi }, entries[index + 1])
    const text = `${JSON.stringify({ ...about, changes, openapi }, null, 2)}\n`
    const file = join(contractFolder, 'releases', `${about.version}.json`)
    if (process.env.UPDATE) await writeFile(file, text)
    assert.ok(
      (await readFile(file, 'utf8')) === text,
      `${file} is stale: UPDATE=1 npm test -- src/web/changelog/releases.test.ts`,
    )
  }
})

test('every change of every release has a rule, a reason and a place', async () => {
  const releases = await published.releases()
  assert.ok(releases.length >= 2)
  for (const [index, { changes, openapi }] of releases.entries())
    for (const { rule, path, kind, reason } of changes) {
      const from = kind === 'removed' ? (releases[index + 1]?.openapi ?? openapi) : openapi
      assert.ok(rules.has(rule), rule)
      assert.ok(get(path, from as Json) !== undefined, path)
      assert.match(reason, /^\p{Lu}[^{}]*\.$/u)
    }
})

test('everything shown at first is still there, except limits that were not shown', async () => {
  const releases = await published.releases()
  const [newest, first] = [releases[0], releases.at(-1)]
  const breaking = compareDocuments(first?.openapi, newest?.openapi).filter((change) => change.breaking)
  const limits = /^request-property-(max-length-lowered|min-length-raised|format-added)$/
  assert.deepEqual(
    breaking.filter(({ rule }) => !limits.test(rule)),
    [],
  )
})

test('no release has broken anything without recording why', async () => {
  const computed = (await published.releases()).slice(0, -1)
  const silent = computed.flatMap(({ changes }) =>
    changes.filter(({ breaking, accepted }) => breaking && !accepted),
  )
  assert.deepEqual(silent, [])
})
