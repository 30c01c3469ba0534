import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { unmovedSince } from '../../tools/publish/unmoved.ts'

const manifest = (version: string, more = {}) =>
  JSON.stringify({ name: 'sallyport-client', version, ...more })

/** A checkout with a client at 0.1.0. */
const newCheckout = () => {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-versions-'))
  after(() => rmSync(root, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    })
  const commit = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    git('add', '--all')
    git('commit', '--message', 'a commit')
  }
  git('init')
  commit({
    'packages/client/package.json': manifest('0.1.0'),
    'packages/client/src/index.ts': 'export const a = 1',
    'contract/wire.ts': 'export type A = 1',
  })
  return { root, commit, release: (tag: string) => git('tag', tag), unmoved: () => unmovedSince(root) }
}

const path = 'packages/client/package.json'

test('before the first release there is nothing to compare with', () => {
  assert.equal(newCheckout().unmoved(), undefined)
})

test('a library that changed since the release needs a new version, once', () => {
  const { commit, release, unmoved } = newCheckout()
  release('v0.1.0')
  assert.deepEqual(unmoved(), { tag: 'v0.1.0', names: [] })
  commit({ 'packages/client/src/index.ts': 'export const a = 2' })
  assert.deepEqual(unmoved()?.names, ['sallyport-client'])
  commit({ [path]: manifest('0.1.1') })
  assert.deepEqual(unmoved()?.names, [])
  commit({ 'packages/client/src/index.ts': 'export const a = 3' })
  assert.deepEqual(unmoved()?.names, [])
  release('v0.2.0')
  commit({ 'packages/client/README.md': 'Read me.' })
  assert.deepEqual(unmoved(), { tag: 'v0.2.0', names: ['sallyport-client'] })
})

test('what is packed from elsewhere counts, and so does what the manifest asks for', () => {
  for (const files of [
    { 'contract/wire.ts': 'export type A = 2' },
    { [path]: manifest('0.1.0', { dependencies: { yaml: '^2.9.1' } }) },
  ]) {
    const { commit, release, unmoved } = newCheckout()
    release('v0.1.0')
    commit(files)
    assert.deepEqual(unmoved()?.names, ['sallyport-client'])
  }
})

test('a library moves with those that it asks for', () => {
  const { commit, release, unmoved } = newCheckout()
  const asking = (version: string) =>
    JSON.stringify({ name: 'asking', version, dependencies: { 'sallyport-client': 'file:../client' } })
  commit({ 'packages/asking/package.json': asking('0.1.0') })
  release('v0.1.0')
  commit({ [path]: manifest('0.1.1') })
  assert.deepEqual(unmoved()?.names, ['asking'])
  commit({ 'packages/asking/package.json': asking('0.1.1') })
  assert.deepEqual(unmoved()?.names, [])
})

test('tests, scripts and a library’s first version need no other', () => {
  const { commit, release, unmoved } = newCheckout()
  release('v0.1.0')
  commit({
    'packages/client/src/index.test.ts': 'export {}',
    'packages/client/model/main.ts': 'export {}',
    'packages/client/test/judged/a.ts': 'export {}',
    [path]: manifest('0.1.0', { scripts: { test: 'node --test' }, devDependencies: { hono: '^4.0.0' } }),
    'packages/new/package.json': manifest('0.1.0'),
    'src/main.ts': 'export {}',
  })
  assert.deepEqual(unmoved()?.names, [])
})
