import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import manifest from '../../packages/client/package.json' with { type: 'json' }
import { bundle } from '../support/bundle.ts'
import { childEnvironment } from '../support/child.ts'
import { installClient } from '../support/packed-client.ts'
import { findRuntimes, type Runtime } from '../support/runtimes.ts'
import { sharedService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { startWire } from '../support/wire.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const mostBytes = 7_100

const [service, folder, runtimes] = await Promise.all([sharedService(), installClient(), findRuntimes()])
const { key } = await newServiceKey(service)
const installed = join(folder, 'node_modules/sallyport-client')
await cp(join(import.meta.dirname, '../client/program'), folder, { recursive: true })

const textOf = (file: string) => readFileSync(join(installed, file), 'utf8')

const names = Object.keys(manifest.exports).map((entry) => join('sallyport-client', entry))

const walked = [
  ...['POST /auth/register', 'GET /users/me', 'POST /auth/logout'],
  ...['POST /auth/token', 'POST /auth/token', 'GET /users/me'],
  ...['GET /users/me', 'POST /auth/token', 'GET /users/me'],
  ...['GET /users/me', 'POST /auth/logout'],
]

/** Starts a runtime in the application's folder, and watches what it asks the service. */
const walk = async (path: string, argumentsFor: (url: string) => string[]) => {
  const wire = await startWire(service)
  // each keeps a cache somewhere
  const own = { HOME: folder, DENO_DIR: join(folder, '.deno'), SERVICE: wire.address, SERVICE_KEY: key }
  await run(path, argumentsFor(wire.address), { cwd: folder, env: childEnvironment(own), timeout: 30_000 })
  // how often depends on how soon events are heard
  const ofChecks = wire.asked.filter((line) => /introspect|events/.test(line))
  assert.notEqual(ofChecks.length, 0)
  assert.deepEqual(
    wire.asked.filter((line) => !ofChecks.includes(line)),
    walked,
  )
}

const asProgram =
  (...options: string[]) =>
  (url: string) => [...options, 'main.js', url, key, ...names]

const argumentsOf: Record<Runtime['name'], (url: string) => string[]> = {
  'Node 20': asProgram(),
  'Node 22': asProgram(),
  'Node 24.12': asProgram(),
  Deno: asProgram('run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env', '--allow-read=.'),
  Bun: asProgram(),
  workerd: () => ['test', 'workerd.capnp'],
}

test('the packed scripts have no comments, and refer to no source files', () => {
  for (const file of globSync('dist/**/*.js', { cwd: installed }))
    assert.doesNotMatch(textOf(file), /^\s*(\/\/|\/?\*)|\s\/\/ |\/\*/m, file)
  for (const file of globSync('dist/**/*.{js,ts}', { cwd: installed })) {
    assert.doesNotMatch(textOf(file), /['"][^'"\n]*(?<!\.d)\.ts['"]|contract\/|sourceMappingURL/, file)
    assert.ok(!textOf(file).includes(root), file)
  }
})

test('a browser loads at most some 7 kB, and the README states the size', async () => {
  const script = await bundle(join(installed, 'dist/index.js'))
  const bytes = gzipSync(script, { level: 9 }).length
  assert.ok(bytes <= mostBytes, `${bytes} bytes`)
  assert.ok(textOf('README.md').includes(`${(bytes / 1_000).toFixed(1)} kB`), `${bytes} bytes`)
})

test('the packed client runs on the Node of this test', () => walk(process.execPath, asProgram()))

for (const { name, path, missing } of runtimes) {
  test(`the packed client runs on ${name}`, { skip: missing }, async () => {
    if (name === 'workerd')
      await writeFile(join(folder, 'worker.bundle.js'), await bundle(join(folder, 'worker.js')))
    await walk(path, argumentsOf[name])
  })
}
