import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { release } from './release.ts'

const root = join(import.meta.dirname, '../..')
const document = (version: string, ...paths: string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version },
  paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])),
})
const acceptance = { rule: 'path-removed', target: 'GET /a', reason: 'Nobody ever called it.' }

const project = {
  'CHANGELOG.md':
    '# Changelog\n\nSentences.\n\n## Pending\n\n- `GET /b`.\n\n## 1.0.0 (2026-01-01)\n\n- `GET /a`.\n',
  'package.json': { name: 'things', version: '1.0.0', dependencies: { part: 'file:packages/part' } },
  'package-lock.json': {
    name: 'things',
    version: '1.0.0',
    packages: {
      '': { name: 'things', version: '1.0.0' },
      'node_modules/part': { resolved: 'packages/part', link: true },
      'node_modules/yaml': { version: '1.0.0' },
      'packages/part': { version: '1.0.0' },
    },
  },
  'packages/part/package.json': { name: 'part', version: '1.0.0' },
  'contract/openapi.json': document('1.0.0', '/b'),
  'contract/admin-openapi.json': document('1.0.0', '/admin/b'),
  'contract/accepted-changes.json': [acceptance],
  'contract/words.txt': 'For people.\n\nAnd more.\n',
  'contract/releases/1.0.0.json': {
    date: '2026-01-01',
    version: '1.0.0',
    branch: 'main',
    openapi: document('1.0.0', '/a'),
  },
}

/** A folder with these files, and a way to read them. It goes with the test. */
const newProject = async (t: TestContext, files: Record<string, unknown> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-release-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [path, content] of Object.entries({ ...project, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  return { folder, read, json: async (path: string) => JSON.parse(await read(path)) }
}

test('a release records the interface with its changes, and sets every version and date', async (t) => {
  const { folder, read, json } = await newProject(t)
  const { exitCode, output } = await release(['1.1.0', '--branch', 'next'], folder)
  assert.equal(exitCode, 0)
  assert.match(
    output,
    /^Since 1\.0\.0 of 2026-01-01:\naccepted .+\n\nMade release 1\.1\.0: .+ tag .+ v1\.1\.0\.\n$/s,
  )
  const { date, ...kept } = await json('contract/releases/1.1.0.json')
  assert.equal(kept.words, 'For people.\n\nAnd more.')
  assert.equal(await read('contract/words.txt'), '')
  assert.match(date, /^\d{4}-\d\d-\d\d$/)
  assert.deepEqual([kept.version, kept.branch, kept.accepted], ['1.1.0', 'next', [acceptance]])
  assert.deepEqual(kept.openapi, document('1.1.0', '/b'))
  const judged = kept.changes.map(({ rule, accepted }: Record<string, unknown>) => [rule, accepted])
  assert.deepEqual(judged, [
    ['path-removed', acceptance.reason],
    ['path-added', undefined],
  ])
  assert.deepEqual(await json('contract/openapi.json'), document('1.1.0', '/b'))
  const ofOperators = document('1.1.0', '/admin/b')
  assert.equal(await read('contract/admin-openapi.json'), `${JSON.stringify(ofOperators, null, 2)}\n`)
  assert.deepEqual(await json('contract/accepted-changes.json'), [])
  const pending = `## Pending\n\n## 1.1.0 (${date})\n\n- \`GET /b\`.\n\n## 1.0.0 (2026-01-01)\n`
  assert.ok((await read('CHANGELOG.md')).includes(pending))
  assert.deepEqual(await json('package.json'), { ...project['package.json'], version: '1.1.0' })
  assert.deepEqual(await json('packages/part/package.json'), { name: 'part', version: '1.1.0' })
  const { version, packages } = await json('package-lock.json')
  assert.deepEqual([version, packages[''].version, packages['packages/part'].version], Array(3).fill('1.1.0'))
  assert.equal(packages['node_modules/yaml'].version, '1.0.0')
})

test('a release that cannot be completed changes nothing', async (t) => {
  const broken = { ...project, 'contract/accepted-changes.json': [] }
  const idle = { 'contract/accepted-changes.json': [acceptance, { ...acceptance, target: 'GET /c' }] }
  const { 'contract/releases/1.0.0.json': last } = project
  const cases: [files: Record<string, unknown>, version: string, message: RegExp][] = [
    [broken, '1.1.0', /^This breaks clients of the last release/],
    [idle, '1.1.0', /accepts something that is not a breaking change: path-removed, GET \/c/],
    [
      { 'CHANGELOG.md': '# Changelog\n\n## Pending\n\n## 1.0.0\n\n- Old.\n' },
      '1.1.0',
      /nothing under "## Pending"/,
    ],
    [{ 'CHANGELOG.md': '# Changelog\n' }, '1.1.0', /nothing under "## Pending"/],
    [{ 'CHANGELOG.md': '' }, '1.0.0', /^There is a release 1\.0\.0 already/],
    [{ 'CHANGELOG.md': '' }, 'v1.1.0', /^v1\.1\.0 is not a version/],
    [{ 'contract/releases/1.0.0.json': { ...last, version: '1' } }, '1.1.0', /is not a release/],
  ]
  for (const [files, version, message] of cases) {
    const { folder, read } = await newProject(t, files)
    const paths = Object.keys(project)
    const before = await Promise.all(paths.map(read))
    const refusal = await release([version], folder).then(
      ({ exitCode, complaint }) => [exitCode, complaint],
      (error: Error) => [2, error.message],
    )
    assert.ok(Number(refusal[0]) > 0)
    assert.match(String(refusal[1]), message)
    assert.deepEqual(await Promise.all(paths.map(read)), before)
    await assert.rejects(read('contract/releases/1.1.0.json'))
  }
})

test('this project can be released: files keep their formatting, and only the version changes', async (t) => {
  const { folder, read } = await newProject(t)
  // the change log is another one: just after a release nothing is pending in ours
  const paths = ['package.json', 'package-lock.json', 'packages', 'contract']
  await rm(join(folder, 'packages'), { recursive: true })
  for (const path of paths) await cp(join(root, path), join(folder, path), { recursive: true })
  const { exitCode } = await release(['99.0.0'], folder)
  assert.equal(exitCode, 0)
  const versionless = (text: string) => text.replace(/"version": "[^"]+"/g, '')
  const manifests = ['package.json', 'package-lock.json', 'packages/openapi-changes/package.json']
  for (const path of [...manifests, 'contract/openapi.json'])
    assert.equal(versionless(await read(path)), versionless(await readFile(join(root, path), 'utf8')))
})
