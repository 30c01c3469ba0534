import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { contents } from '../../src/web/changelog/guides/contents.ts'
import { assertInstalled } from '../../tools/pack/lock-file.ts'
import { bundled } from '../../tools/pack/locked.ts'
import { packedManifest, viewer } from '../../tools/pack/manifest.ts'
import { childEnvironment, nodeFlags, tellKept } from '../support/child.ts'
import { get } from '../support/http.ts'
import { assertLocked, originalOf } from '../support/locked-packages.ts'
import { emptyFolder, installProgram, packProgram } from '../support/packed-program.ts'
import { register } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { lock } from '../support/registry.ts'
import { findRuntimes } from '../support/runtimes.ts'
import { isPostgres, newDatabase, testSecretKey } from '../support/service.ts'
import { compilers, faultsIn } from '../support/strict-compilers.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

const packed = await packProgram()
const [installed, [oldest, tooOld]] = await Promise.all([
  installProgram(packed),
  findRuntimes(['Node 24.12', 'Node 20']),
])
const skip = installed.missing
const { full, lean } = installed.missing === false ? installed : { full: '', lean: '' }
const current = { name: 'the Node of this test', path: process.execPath, missing: false }
const nodes = [...(oldest ? [oldest] : []), current]

const packageIn = (folder: string) => join(folder, 'node_modules/sallyport')
const programIn = (folder: string) => join(folder, 'node_modules/.bin/sallyport')
// the cache of the tests is for TypeScript
const uncached = { NODE_COMPILE_CACHE: undefined }

const filesIn = (folder: string) =>
  globSync('**', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile())

const runCommand = async (cwd: string, ...args: string[]) => {
  const { stdout } = await run(process.execPath, [programIn(full), ...args], {
    cwd,
    env: childEnvironment(uncached),
  })
  return stdout.trim()
}

test('a tarball has the program and its documents, and no source, test or path of this machine', {
  skip,
}, () => {
  const files = filesIn(packageIn(full)).filter((file) => !file.startsWith('node_modules'))
  const known = [
    /^(cli|contract|src|packages\/[\w-]+\/src)\/([\w-]+\/)*[\w-]+\.js$/,
    /^src\/test-mode\/((index|testing-types)\.d\.ts|images\/[0-9a-f]{32}\.tar\.zst)$/,
    /^contract\/((wire|admin)\.d\.ts|[\w-]+\.json|releases\/[\d.]+\.json)$/,
    /^src\/platform\/db\/migrations\/[\w-]+\.sql$/,
    /\/assets\/[\w-]+\.(css|js|svg)$/,
    /^docs\/([\w-]+\/)*[\w-]+\.(md|svg)$/,
    /^(packages\/[\w-]+\/)?package\.json$|^(README|CHANGELOG)\.md$|^(.+\/assets\/)?LICENSE$/,
  ]
  assert.deepEqual(
    files.filter((file) => !known.some((pattern) => pattern.test(file)) || /\.test\./.test(file)),
    [],
  )
  for (const file of files) {
    const text = readFileSync(join(packageIn(full), file), 'utf8')
    assert.ok(!text.includes(root), file)
    if (file.endsWith('.js')) assert.doesNotMatch(text, /['"]\.[^'"\n]*\.ts['"]/, file)
  }
})

for (const { name, path, missing } of nodes)
  test(`every module of it loads on ${name}`, { skip: skip || missing }, async () => {
    const modules = globSync('**/*.js', {
      cwd: packageIn(full),
      exclude: ['node_modules', 'src/web/**/assets'],
    })
    // the programs, which do what they are for
    const others = modules.filter((file) => !/(^|\/)(main|sallyport)\.js$/.test(file))
    assert.ok(others.length > 400)
    const script = others.map((file) => `await import('./${file}')`).join('\n')
    await run(path, ['--input-type=module', '--eval', script], {
      cwd: packageIn(full),
      env: childEnvironment({}),
    })
  })

const pages = ['/', '/docs/admin', '/changelog', '/changelog/compare?from=0.0.0&to=0.1.0', '/account/sign-in']
const papers = ['/llms.txt', ...contents.flatMap(({ papers }) => papers).map((path) => `/docs/${path}`)]
const pageFiles = ['page.css', 'docs.css', 'docs.js', 'icon.svg', 'viewer.css', 'viewer.js']

test('without settings it serves from an empty folder, on the oldest Node and on this one', {
  skip: skip || oldest?.missing,
}, async () => {
  const start = { program: programIn(full), cwd: await emptyFolder() }
  const first = await spawnService(uncached, { ...start, runtime: `${oldest?.path}` })
  const { email } = await register(first)
  assert.match((await get(first, '/docs')).text, /<script src="docs\/viewer\.js"/)
  for (const path of [...pages, ...papers, ...pageFiles.map((name) => `/docs/${name}`)])
    assert.equal((await get(first, path)).status, 200, path)
  const document = readFileSync(join(root, 'contract/openapi.json'), 'utf8')
  assert.equal((await get(first, '/openapi.json')).text, document)
  assert.equal(await first.end('SIGTERM'), 0)
  assert.ok(existsSync(join(start.cwd, 'data/secret.key')))
  const key = await runCommand(start.cwd, 'keys', 'add', 'desk', '--scope', 'users:read')
  const second = await spawnService({ ...uncached, PUBLIC_URL: 'https://accounts.example.com' }, start)
  const found = await get(second, `/admin/users?email=${email}`, key)
  assert.equal(found.body.users?.[0]?.email, email, found.text)
  assert.doesNotMatch(second.said.join(), /passkeys are off/)
  assert.equal(await second.end('SIGTERM'), 0)
})

test('test mode is ready at once, from what is in the package, and has types', { skip }, async () => {
  const cwd = await emptyFolder()
  // without a cache: what the package has in it is enough
  const env = childEnvironment({ ...uncached, XDG_CACHE_HOME: '/nonexistent' })
  const child = spawn(process.execPath, [programIn(full), 'test'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  const service = { address: JSON.parse(line).url }
  await register(service)
  child.kill('SIGTERM')
  assert.equal((await once(child, 'exit'))[0], 0)
  await writeFile(join(full, 'in-a-test.mts'), inATest)
  const script = "console.log((await import('./in-a-test.mts')).code)"
  const { stdout } = await run(process.execPath, [...nodeFlags, '--input-type=module', '--eval', script], {
    cwd: full,
    env,
  })
  assert.match(stdout, /^\d{6}\n$/)
  for (const compiler of compilers)
    assert.equal(faultsIn(compiler, full, ['in-a-test.mts'], { lib: ['es2022'], types: [] }), '')
})

const inATest = `import { startTestService, type TestPerson } from 'sallyport/testing'
await using service = await startTestService()
const { id }: TestPerson = await service.person({ twoFactor: 'totp' })
export const code = await service.code(id)
`

test('the commands of the package find their files', { skip }, async () => {
  const cwd = await emptyFolder()
  assert.equal(await runCommand(cwd, '--version'), packedManifest.version)
  assert.match(await runCommand(cwd, 'help'), /^ {2}sallyport serve /m)
  assert.match(await runCommand(cwd, 'changelog', 'check'), /^Since \d+\.\d+\.\d+ of /)
})

test('the commands of the package write nothing beside the program', { skip }, async () => {
  const env = childEnvironment({ ...uncached, NODE_OPTIONS: `--import=${tellKept}` })
  const { stderr } = await run(process.execPath, [programIn(full), 'version'], { env })
  assert.equal(stderr, '\n')
})

test('the package requires exactly the versions of the lock file', { skip }, () => {
  const { dependencies, optionalDependencies, peerDependencies } = packedManifest
  const { '@opentelemetry/api': _, ...peers } = peerDependencies
  const asked = Object.entries({ ...dependencies, ...optionalDependencies, ...peers })
  const locked = asked.map(([name]) => [name, lock[`node_modules/${name}`]?.version])
  assert.deepEqual(asked, locked)
  const systems = Object.keys(lock).filter((place) => /(argon2|bcrypt)-/.test(place))
  assert.deepEqual(
    Object.keys(optionalDependencies),
    systems.map((place) => place.slice(13)),
  )
})

test('packing refuses modules that differ from the lock file', () => {
  const place = 'node_modules/ajv/node_modules/fast-uri'
  const { version } = lock[place]!
  const another = { ...lock, [place]: { version, integrity: 'sha512-another' } }
  assert.throws(() => assertInstalled(bundled, another), {
    message: `${place} is not what package-lock.json says. Run npm ci.`,
  })
  assertInstalled(bundled, lock)
})

test('npm installs the lock file’s versions even if newer ones are out, with and without peers', {
  skip,
}, async () => {
  await assertLocked(full)
  await assertLocked(lean)
  const original = join(await originalOf('node_modules/@fastify/swagger-ui'), 'static')
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    assert.ok(
      readFileSync(join(packageIn(full), viewer, name)).equals(readFileSync(join(original, name))),
      name,
    )
  // nothing that is in the tarball can come from elsewhere
  const { optionalDependencies, peerDependencies } = packedManifest
  const separate = new Set(Object.keys({ ...optionalDependencies, ...peerDependencies }))
  assert.deepEqual(packed.registry.asked.difference(separate), new Set())
})

test('npx runs the tarball from an empty folder, with the lock file’s versions, and can be stopped', {
  skip,
}, async () => {
  const cwd = await emptyFolder()
  await copyFile(packed.tarball, join(cwd, basename(packed.tarball)))
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const environment = { ...uncached, ...packed.environment, PATH }
  const program = `./${basename(packed.tarball)}`
  const service = await spawnService(environment, { program, runtime: 'npx', cwd })
  await register(service)
  await service.end('SIGTERM')
  while (await get(service, '/health/live').catch(() => false)) await sleep(100)
  const cache = packed.environment.npm_config_cache
  const [folder = ''] = globSync('_npx/*', { cwd: cache })
  await assertLocked(join(cache, folder))
})

test('the tarball has less than 5 MB, of which documents take a half unpacked, and 2 more for the image of test mode', {
  skip,
}, () => {
  const [image = ''] = globSync('src/test-mode/images/*', { cwd: packageIn(full) })
  const ofImage = statSync(join(packageIn(full), image)).size
  assert.ok(ofImage < 2e6)
  // compressed as it is
  assert.ok(statSync(packed.tarball).size - ofImage < 5e6)
  const documents = filesIn(packageIn(full)).filter((file) => file.startsWith('docs/'))
  const bytes = documents.map((file) => statSync(join(packageIn(full), file)).size)
  assert.ok(documents.length > 40)
  assert.ok(bytes.reduce((sum, size) => sum + size) < 5e5)
})

test('without the embedded database it takes less than 25 MB', { skip }, () => {
  for (const name of Object.keys(packedManifest.peerDependencies)) {
    assert.equal(existsSync(join(full, 'node_modules', name)), name !== '@opentelemetry/api', name)
    assert.ok(!existsSync(join(lean, 'node_modules', name)), name)
  }
  const bytes = filesIn(lean).map((file) => statSync(join(lean, file)).size)
  assert.ok(bytes.reduce((sum, size) => sum + size) < 25e6)
})

test('without the embedded database, it serves from a server’s database', {
  skip: skip || !isPostgres,
}, async () => {
  const environment = { ...uncached, ...(await newDatabase()), SECRET_KEY: testSecretKey }
  const service = await spawnService(environment, { program: programIn(lean) })
  await register(service)
  assert.match((await get(service, '/docs')).text, /<script src="docs\/viewer\.js"/)
  assert.equal(await service.end('SIGTERM'), 0)
})

test('without the embedded database and a server, it says what is missing', { skip }, async () => {
  const start = { program: programIn(lean), cwd: await emptyFolder() }
  const words =
    'DATABASE_URL is not set, and the embedded database is not installed: set it, or install again without --omit'
  await assert.rejects(spawnService(uncached, start), { message: `${words}\n` })
  const testing = spawnSync(process.execPath, [programIn(lean), 'test'], {
    cwd: start.cwd,
    env: childEnvironment(uncached),
    encoding: 'utf8',
  })
  assert.equal(
    testing.stderr,
    'test mode runs on the embedded database, which is not installed: install again without --omit\n',
  )
  assert.equal(testing.status, 1)
})

test('everything that the package exports is there', { skip }, () => {
  const targets = Object.values(packedManifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? entry : Object.values(entry),
  )
  for (const target of targets) assert.ok(existsSync(join(packageIn(full), target)), target)
})

test('a Node that is too old is reported in a line', { skip: skip || tooOld?.missing }, async () => {
  const { status, stderr } = spawnSync(tooOld?.path ?? '', [programIn(full)], { encoding: 'utf8' })
  const oldest = packedManifest.engines.node.replace('>=', '')
  assert.equal(stderr, `Sallyport needs Node ${oldest} or later; this is v20.20.2.\n`)
  assert.equal(status, 1)
})

test('an application in TypeScript imports the contract', { skip }, async () => {
  const program = join(full, 'application.ts')
  const names = { '': 'TokenPair', '/admin': 'AdminUserPage' }
  const lines = Object.entries(names).map(
    ([path, name]) => `export type { ${name} } from 'sallyport/contract${path}'`,
  )
  await writeFile(program, lines.join('\n'))
  for (const compiler of compilers)
    assert.equal(faultsIn(compiler, full, ['application.ts'], { lib: ['es2022'], types: [] }), '')
  const { stdout } = await run(
    process.execPath,
    ['--print', "require('sallyport/contract/openapi.json').openapi"],
    { cwd: full },
  )
  assert.match(stdout, /^3\.1/)
})
