import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { installLibrary, packLibraries } from '../support/packed-libraries.ts'
import { findRuntimes } from '../support/runtimes.ts'

const packed = await packLibraries()
const { folder: empty, missing: skip } = await installLibrary(packed, 'openapi-changes', [])
const installed = join(empty, 'node_modules/openapi-changes')
const { manifest } = packed['openapi-changes']!

test('openapi-changes needs a reader of YAML and nothing else, and runs on Node 20', { skip }, async () => {
  assert.deepEqual(Object.keys(manifest.dependencies ?? {}), ['yaml'])
  assert.equal(manifest.engines.node, '>=20')
  const others = ['openapi-changes', 'yaml', '.bin', '.package-lock.json']
  assert.deepEqual((await readdir(join(empty, 'node_modules'))).sort(), others.sort())
})

/** What JSON makes of numbers as large as these is the same number. */
const bounded = {
  openapi: '3.1.0',
  paths: { '/a': { get: { parameters: [{ name: 'p', in: 'query', schema: { maximum: 'digits' } }] } } },
}

const [node20] = await findRuntimes(['Node 20'])
const nodes = [{ name: 'the Node of this test', path: process.execPath, missing: false }, node20!]

for (const { name, path, missing } of nodes)
  test(`openapi-changes runs alone on ${name}: the command, and the library`, {
    skip: skip || missing,
  }, async () => {
    const example = (file: string) => join(installed, 'example', file)
    const command = (...args: string[]) => {
      const program = join(installed, manifest.bin?.['openapi-changes'] ?? '')
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
