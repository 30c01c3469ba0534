import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { libraries } from '../../tools/pack/libraries.ts'
import { childEnvironment } from '../support/child.ts'
import { npmEnvironment } from '../support/npm.ts'
import { startNpmRegistry } from '../support/npm-registry.ts'
import { packLibraries } from '../support/packed-libraries.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../tools/publish/main.ts')
const names = libraries.map(({ manifest }) => manifest.name)
const newFolder = () => mkdtemp(join(tmpdir(), 'sallyport-publish-'))

const packed = await packLibraries()
const folder = dirname(packed[names[0] ?? '']?.tarball ?? '')

/** Publishes a folder's packages. Provenance needs a forge that vouches for the build. */
const publish = async ({ address }: { address: string }, from = folder) => {
  const HOME = await newFolder()
  await writeFile(join(HOME, '.npmrc'), `${address.replace('http:', '')}/:_authToken=of-the-tests\n`)
  const own = { ...npmEnvironment, HOME, npm_config_cache: join(HOME, 'cache'), npm_config_registry: address }
  const child = spawn(process.execPath, [program, from, '--provenance=false'], { env: childEnvironment(own) })
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { status, lines: stdout.trimEnd().split('\n'), stderr }
}

const specOf = (name: string) => `${name}@${packed[name]?.manifest.version}`

test('each package goes out after those that it needs, as it was packed', async () => {
  const registry = await startNpmRegistry()
  const { status, lines, stderr } = await publish(registry)
  assert.equal(status, 0, stderr)
  assert.deepEqual(
    lines,
    names.map((name) => `${specOf(name)} is published`),
  )
  assert.deepEqual(registry.published, names)
  for (const name of names)
    for (const needed of Object.keys(packed[name]?.manifest.dependencies ?? {}))
      assert.ok(names.indexOf(needed) < names.indexOf(name), `${needed} before ${name}`)
  const response = await fetch(`${registry.address}/-/${basename(packed[names[0] ?? '']?.tarball ?? '')}`)
  const sent = Buffer.from(await response.arrayBuffer())
  assert.ok(sent.equals(await readFile(packed[names[0] ?? '']?.tarball ?? '')))
})

test('a run that failed is run again, and what is out is passed over', async () => {
  const registry = await startNpmRegistry()
  const [last = '', ...before] = names.toReversed()
  registry.refused.add(last)
  const failed = await publish(registry)
  assert.equal(failed.status, 1)
  assert.match(failed.stderr, new RegExp(`${specOf(last)} could not be published`))
  assert.deepEqual(registry.published, before.toReversed())
  registry.refused.clear()
  const { status, lines } = await publish(registry)
  assert.equal(status, 0)
  assert.deepEqual(
    lines,
    names.map((name) => `${specOf(name)} is ${name === last ? 'published' : 'out already'}`),
  )
  assert.deepEqual(registry.published, names)
})

test('nothing goes out while a package has changed without a new version', async () => {
  const registry = await startNpmRegistry()
  const [first = '', second = ''] = names
  const alone = await newFolder()
  const tarball = packed[second]?.tarball ?? ''
  await cp(tarball, join(alone, basename(tarball)))
  assert.equal((await publish(registry, alone)).status, 0)
  const changed = await changedCopy(tarball)
  await cp(packed[first]?.tarball ?? '', join(changed, basename(packed[first]?.tarball ?? '')))
  assert.equal((await readdir(changed)).length, 2)
  const { status, stderr } = await publish(registry, changed)
  assert.equal(status, 1)
  assert.equal(stderr, `${specOf(second)} is out with other files: it needs a new version.\n`)
  assert.deepEqual(registry.published, [second])
})

test('a registry that cannot be asked is no sign that a version is new', async () => {
  const { status, stderr } = await publish({ address: 'http://127.0.0.1:1' })
  assert.equal(status, 1)
  assert.match(stderr, /npm could not say whether .+ is out/)
})

/** The same package, with a line more in its README. @returns the folder of its tarball */
const changedCopy = async (tarball: string) => {
  const [unpacked, changed] = [await newFolder(), await newFolder()]
  await run('tar', ['-xzf', tarball, '-C', unpacked])
  await appendFile(join(unpacked, 'package/README.md'), '\nMore.\n')
  await run('tar', ['-czf', join(changed, basename(tarball)), '-C', unpacked, 'package'])
  return changed
}
