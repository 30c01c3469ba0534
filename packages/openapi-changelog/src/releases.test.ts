import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeRelease, pendingChanges } from './release.ts'
import { readEntries, readReleases } from './releases.ts'

const document = (...paths: string[]) => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])),
})

/** A folder with a document and its releases, which goes with the test. */
const newFolder = async (t: TestContext, files: Record<string, unknown>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-changelog-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'releases'))
  for (const [name, value] of Object.entries({ 'accepted-changes.json': [], ...files }))
    await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  return folder
}

const entry = (version: string, date: string, openapi: object, more: object = {}) => ({
  [`releases/${version}.json`]: { date, version, branch: 'main', openapi, ...more },
})

test('releases come newest first, recorded where recorded and computed elsewhere', async (t) => {
  const recorded = [{ kind: 'added', target: 'GET /a' }]
  const folder = await newFolder(t, {
    ...entry('0.10.0', '2026-02-01', document('/a', '/b', '/c')),
    ...entry('0.9.0', '2026-02-01', document('/a', '/b')),
    ...entry('1.0.0', '2025-01-01', document('/a'), { changes: recorded }),
  })
  const releases = await readReleases(folder)
  const told = releases.map(({ version, changes }) => [version, changes.map(({ target }) => target)])
  assert.deepEqual(told, [
    ['0.10.0', ['GET /c']],
    ['0.9.0', ['GET /b']],
    ['1.0.0', ['GET /a']],
  ])
})

test('pending changes are compared with a release, not with its pre-release of that day', async (t) => {
  const folder = await newFolder(t, {
    ...entry('1.0.0-rc.1', '2026-01-01', document('/a')),
    ...entry('1.0.0', '2026-01-01', document('/a', '/b')),
    'openapi.json': document('/a'),
  })
  const { last, changes } = await pendingChanges('2026-02-01', folder)
  assert.equal(last?.version, '1.0.0')
  assert.deepEqual(
    changes.map(({ rule, breaking }) => [rule, breaking]),
    [['path-removed', true]],
  )
})

test('a file that is not a release is refused by name', async (t) => {
  for (const broken of [
    '{',
    '{}',
    'null',
    JSON.stringify({ date: '2026-01-01', version: '2.0.0', branch: 'main' }),
  ]) {
    const folder = await newFolder(t, { 'releases/1.0.0.json': broken })
    await assert.rejects(readReleases(folder), /releases\/1\.0\.0\.json is not a release/)
  }
})

test('a release keeps the interface, and records what was accepted for it', async (t) => {
  const accepted = [{ rule: 'path-removed', target: 'GET /a', reason: 'Nobody ever called it.' }]
  const folder = await newFolder(t, {
    ...entry('1.0.0', '2026-01-01', document('/a')),
    'openapi.json': document('/b'),
    'accepted-changes.json': accepted,
  })
  const release = { version: '1.1.0', branch: 'main', today: '2026-02-01' }
  await makeRelease(release, folder)
  const [newest] = await readReleases(folder)
  assert.deepEqual([newest?.version, newest?.date, newest?.branch], ['1.1.0', '2026-02-01', 'main'])
  assert.deepEqual(newest?.openapi, document('/b'))
  assert.deepEqual(
    newest?.changes.map(({ rule, accepted }) => [rule, accepted]),
    [
      ['path-removed', 'Nobody ever called it.'],
      ['path-added', undefined],
    ],
  )
  assert.deepEqual((await readEntries(folder))[0]?.changes, newest?.changes)
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'accepted-changes.json'), 'utf8')), [])
  assert.deepEqual((await pendingChanges('2026-02-02', folder)).changes, [])

  await assert.rejects(makeRelease(release, folder), /There is a release 1\.1\.0 already/)
  for (const version of ['', '1', 'v1.0.0', '../1.0.0', '1.0.0/../../x', '1.0.0\n'])
    await assert.rejects(makeRelease({ ...release, version }, folder), /is not a version/)
})

test('an accepted change that breaks nothing is reported', async (t) => {
  const accepted = [
    { rule: 'path-removed', target: 'GET /a', reason: 'Nobody ever called it.' },
    { rule: 'path-removed', target: 'GET /b', reason: 'Neither this.' },
    { rule: 'path-added', target: 'GET /c', reason: 'It is new.' },
  ]
  const folder = await newFolder(t, {
    ...entry('1.0.0', '2026-01-01', document('/a')),
    'openapi.json': document('/c'),
    'accepted-changes.json': accepted,
  })
  assert.deepEqual((await pendingChanges('2026-02-01', folder)).unused, accepted.slice(1))
})

test('an accepted change needs a reason', async (t) => {
  const whole = { rule: 'path-removed', target: 'GET /a', reason: 'Nobody ever called it.' }
  for (const broken of [
    {},
    [{ ...whole, reason: ' ' }],
    [{ ...whole, reason: undefined }],
    [{ ...whole, rule: 1 }],
    [''],
  ]) {
    const files = { 'openapi.json': document(), 'accepted-changes.json': broken }
    const folder = await newFolder(t, files)
    await assert.rejects(
      pendingChanges('2026-02-01', folder),
      /has no rule, no target or no reason|not a list/,
    )
  }
})

test('an operation deprecated in one release may go in the next, once its time is over', async (t) => {
  const withMark = (more: object) => ({
    openapi: '3.1.0',
    paths: { '/a': { get: { deprecated: true, ...more } } },
  })
  const pending = async (more: object) => {
    const folder = await newFolder(t, {
      ...entry('1.0.0', '2026-01-01', withMark(more)),
      'openapi.json': document(),
    })
    const { changes } = await pendingChanges('2026-06-01', folder)
    return changes.map(({ rule, breaking, deprecatedBefore }) => [rule, breaking, deprecatedBefore])
  }
  assert.deepEqual(await pending({}), [['path-removed', false, true]])
  assert.deepEqual(await pending({ 'x-sunset': '2026-06-01' }), [['path-removed', false, true]])
  assert.deepEqual(await pending({ 'x-sunset': '2026-06-02' }), [
    ['operation-removed-before-sunset', true, true],
  ])
})
