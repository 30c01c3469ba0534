import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { npmEnvironment } from '../support/npm.ts'
import { findRuntimes } from '../support/runtimes.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const source = join(root, 'packages/openapi-changes')

const folder = await mkdtemp(join(tmpdir(), 'openapi-changes-packed-'))
after(() => rm(folder, { recursive: true, force: true }))

// a copy is packed, because packing changes the manifest for a while
const copy = join(folder, 'openapi-changes')
await cp(source, copy, { recursive: true })
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
  cwd: copy,
  env: { ...npmEnvironment, PATH: process.env.PATH },
})
const [{ files, filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
  { files: { path: string }[]; filename: string },
]

// what npm makes of it in an empty folder, without asking a registry
const empty = join(folder, 'empty')
const installed = join(empty, 'node_modules/openapi-changes')
await mkdir(installed, { recursive: true })
await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components', '1'])
await cp(join(root, 'node_modules/yaml'), join(empty, 'node_modules/yaml'), { recursive: true })
const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))

test('openapi-changes is packed with its program, types, licence and documentation, and without its sources', () => {
  const paths = files.map(({ path }) => path)
  const known =
    /^(dist\/.+(?<!\.test)\.(js|d\.ts)|docs\/rules\.md|example\/(old|new)\.yaml|package\.json|README\.md|LICENSE)$/
  assert.deepEqual(
    paths.filter((path) => !known.test(path)),
    [],
  )
  const exported = Object.values<string | { types: string; default: string }>(manifest.exports)
  const named = [...Object.values<string>(manifest.bin), ...exported]
  const needed = named
    .flatMap((entry) => (typeof entry === 'string' ? entry : Object.values(entry)))
    .map((path) => path.replace('./', ''))
  assert.deepEqual(
    [...needed, 'README.md', 'LICENSE', 'docs/rules.md'].filter((path) => !paths.includes(path)),
    [],
  )
})

test('openapi-changes needs a reader of YAML and nothing else, and packing leaves the manifest as it was', async () => {
  assert.deepEqual(Object.keys(manifest.dependencies), ['yaml'])
  assert.equal(manifest.engines.node, '>=20')
  const [left, before] = await Promise.all(
    [copy, source].map((at) => readFile(join(at, 'package.json'), 'utf8')),
  )
  assert.equal(left, before)
})

/** What JSON makes of numbers as large as these is the same number. */
const bounded = {
  openapi: '3.1.0',
  paths: { '/a': { get: { parameters: [{ name: 'p', in: 'query', schema: { maximum: 'digits' } }] } } },
}

const [node20] = await findRuntimes(['Node 20'])
const nodes = [{ name: 'the Node of this test', path: process.execPath, missing: false }, node20!]

for (const { name, path, missing } of nodes)
  test(`openapi-changes runs alone on ${name}: the command, and the library`, { skip: missing }, async () => {
    const example = (file: string) => join(installed, 'example', file)
    const command = (...args: string[]) => {
      const program = join(installed, manifest.bin['openapi-changes'])
      const { status, stdout, stderr } = spawnSync(path, [program, ...args], { cwd: empty, encoding: 'utf8' })
      assert.equal(stderr, '')
      return { status, stdout }
    }
    const compared = command(example('old.yaml'), example('new.yaml'))
    assert.equal(compared.status, 1)
    assert.match(compared.stdout, /\n5 changes, 2 breaking\n$/)
    assert.deepEqual(command('--version'), { status: 0, stdout: `${manifest.version}\n` })
    assert.match(command('explain', 'path-added').stdout, /Before:.+After:.+\(path-added\)/s)
    const program = `
      import { compareDocuments, readDocument } from 'openapi-changes'
      import { accept } from 'openapi-changes/accepted'
      const [older, newer] = await Promise.all(process.argv.slice(2).map(readDocument))
      console.log(accept(compareDocuments(older, newer), []).changes.length)`
    await writeFile(join(empty, 'program.mjs'), program)
    const args = ['program.mjs', example('old.yaml'), example('new.yaml')]
    const { stdout, stderr } = spawnSync(path, args, { cwd: empty, encoding: 'utf8' })
    assert.deepEqual([stdout, stderr], ['5\n', ''])
    const files = ['9007199254740993', '9007199254740992'].map(async (digits) => {
      const file = join(empty, `${digits}.json`)
      await writeFile(file, JSON.stringify(bounded).replace('"digits"', digits))
      return file
    })
    const large = command(...(await Promise.all(files)), '--json')
    assert.match(large.stdout, /"reason": ".+ from 9007199254740993 to 9007199254740992, /)
  })
