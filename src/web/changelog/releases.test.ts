import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { get, type Json } from '@hyperjump/json-pointer'
import { compareDocuments, rules } from 'openapi-changes'
import { makeRelease, pendingChanges } from './release.ts'
import { contractFolder, judge, readEntries, readReleases } from './releases.ts'

const document = (...paths: string[]) => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])),
})

/** A folder like `contract/`, which goes with the test. */
const newContract = async (t: TestContext, files: Record<string, unknown>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-contract-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'releases'))
  for (const [name, value] of Object.entries({ 'accepted-changes.json': [], ...files }))
    await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  return folder
}

const entry = (version: string, date: string, openapi: object, more: object = {}) => ({
  [`releases/${version}.json`]: { date, version, branch: 'main', openapi, ...more },
})

test('the first release is the one that was shown, as it was published', async () => {
  const first = (await readReleases()).at(-1)
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

test('a release keeps its changes as they are judged today; UPDATE=1 writes them anew', async () => {
  const entries = await readEntries()
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
  const releases = await readReleases()
  assert.ok(releases.length >= 2)
  for (const [index, { changes, openapi }] of releases.entries())
    for (const { rule, path, kind, reason } of changes) {
      const from = kind === 'removed' ? (releases[index + 1]?.openapi ?? openapi) : openapi
      assert.ok(rules.has(rule), rule)
      assert.ok(get(path, from as Json) !== undefined, path)
      assert.match(reason, /^\p{Lu}[^{}]*\.$/u)
    }
})

test('what was shown at first is still there, but for limits that were not shown', async () => {
  const releases = await readReleases()
  const [newest, first] = [releases[0], releases.at(-1)]
  const breaking = compareDocuments(first?.openapi, newest?.openapi).filter((change) => change.breaking)
  const limits = /^request-property-(max-length-lowered|min-length-raised|format-added)$/
  assert.deepEqual(
    breaking.filter(({ rule }) => !limits.test(rule)),
    [],
  )
})

test('no release has broken anything without having written down why', async () => {
  const computed = (await readReleases()).slice(0, -1)
  const silent = computed.flatMap(({ changes }) =>
    changes.filter(({ breaking, accepted }) => breaking && !accepted),
  )
  assert.deepEqual(silent, [])
})

test('releases come newest first, recorded where recorded and computed elsewhere', async (t) => {
  const recorded = [{ kind: 'added', target: 'GET /a' }]
  const contract = await newContract(t, {
    ...entry('0.10.0', '2026-02-01', document('/a', '/b', '/c')),
    ...entry('0.9.0', '2026-02-01', document('/a', '/b')),
    ...entry('1.0.0', '2025-01-01', document('/a'), { changes: recorded }),
  })
  const releases = await readReleases(contract)
  const told = releases.map(({ version, changes }) => [version, changes.map(({ target }) => target)])
  assert.deepEqual(told, [
    ['0.10.0', ['GET /c']],
    ['0.9.0', ['GET /b']],
    ['1.0.0', ['GET /a']],
  ])
})

test('a file that is no release is refused by its name', async (t) => {
  for (const broken of [
    '{',
    '{}',
    'null',
    JSON.stringify({ date: '2026-01-01', version: '2.0.0', branch: 'main' }),
  ]) {
    const contract = await newContract(t, { 'releases/1.0.0.json': broken })
    await assert.rejects(readReleases(contract), /releases\/1\.0\.0\.json is not a release/)
  }
})

test('a release keeps the interface, and takes along what was accepted for it', async (t) => {
  const accepted = [{ rule: 'path-removed', target: 'GET /a', reason: 'Nobody ever called it.' }]
  const contract = await newContract(t, {
    ...entry('1.0.0', '2026-01-01', document('/a')),
    'openapi.json': document('/b'),
    'accepted-changes.json': accepted,
  })
  const release = { version: '1.1.0', branch: 'main', today: '2026-02-01' }
  await makeRelease(release, contract)
  const [newest] = await readReleases(contract)
  assert.deepEqual([newest?.version, newest?.date, newest?.branch], ['1.1.0', '2026-02-01', 'main'])
  assert.deepEqual(newest?.openapi, document('/b'))
  assert.deepEqual(
    newest?.changes.map(({ rule, accepted }) => [rule, accepted]),
    [
      ['path-removed', 'Nobody ever called it.'],
      ['path-added', undefined],
    ],
  )
  assert.deepEqual((await readEntries(contract))[0]?.changes, newest?.changes)
  assert.deepEqual(JSON.parse(await readFile(join(contract, 'accepted-changes.json'), 'utf8')), [])
  assert.deepEqual((await pendingChanges('2026-02-02', contract)).changes, [])

  await assert.rejects(makeRelease(release, contract), /Release 1\.1\.0 already exists/)
  for (const version of ['', '1', 'v1.0.0', '../1.0.0', '1.0.0/../../x', '1.0.0\n'])
    await assert.rejects(makeRelease({ ...release, version }, contract), /is not a version/)
})

test('what was accepted and breaks nothing is told', async (t) => {
  const accepted = [
    { rule: 'path-removed', target: 'GET /a', reason: 'Nobody ever called it.' },
    { rule: 'path-removed', target: 'GET /b', reason: 'Neither this.' },
    { rule: 'path-added', target: 'GET /c', reason: 'It is new.' },
  ]
  const contract = await newContract(t, {
    ...entry('1.0.0', '2026-01-01', document('/a')),
    'openapi.json': document('/c'),
    'accepted-changes.json': accepted,
  })
  assert.deepEqual((await pendingChanges('2026-02-01', contract)).unused, accepted.slice(1))
})

test('what is accepted has a reason', async (t) => {
  const whole = { rule: 'path-removed', target: 'GET /a', reason: 'Nobody ever called it.' }
  for (const broken of [
    {},
    [{ ...whole, reason: ' ' }],
    [{ ...whole, reason: undefined }],
    [{ ...whole, rule: 1 }],
    [''],
  ]) {
    const files = { 'openapi.json': document(), 'accepted-changes.json': broken }
    const contract = await newContract(t, files)
    await assert.rejects(
      pendingChanges('2026-02-01', contract),
      /has no rule, no target or no reason|not a list/,
    )
  }
})

test('what was deprecated in a release may go in the next, once its time is over', async (t) => {
  const withMark = (more: object) => ({
    openapi: '3.1.0',
    paths: { '/a': { get: { deprecated: true, ...more } } },
  })
  const pending = async (more: object) => {
    const contract = await newContract(t, {
      ...entry('1.0.0', '2026-01-01', withMark(more)),
      'openapi.json': document(),
    })
    const { changes } = await pendingChanges('2026-06-01', contract)
    return changes.map(({ rule, breaking, deprecatedBefore }) => [rule, breaking, deprecatedBefore])
  }
  assert.deepEqual(await pending({}), [['path-removed', false, true]])
  assert.deepEqual(await pending({ 'x-sunset': '2026-06-01' }), [['path-removed', false, true]])
  assert.deepEqual(await pending({ 'x-sunset': '2026-06-02' }), [
    ['operation-removed-before-sunset', true, true],
  ])
})
