import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { libraries } from '../../tools/pack/libraries.ts'
import { childEnvironment, nodeFlags } from '../support/child.ts'
import { installLibrary, type PackedLibrary, packLibraries, textIn } from '../support/packed-libraries.ts'
import { findRuntimes } from '../support/runtimes.ts'
import { compilers, faultsIn } from '../support/strict-compilers.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

type Promised = {
  /** What is in the tarball, beside the manifest, the README and the licence. */
  files: RegExp
  /** Of the tarball, and of what is unpacked. */
  mostBytes: [packed: number, unpacked: number]
  /** What its README has people install beside it. */
  beside: string[]
  /** The main thing that it does. */
  program: string
  said: RegExp
  /** Copied into the application's folder. */
  sample?: string
  /** The libraries that its types need. */
  options: object
}

/** Node's types are the only others that an application on Node has. */
const onNode = { lib: ['esnext'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }

/** README's program. */
const shownIn = (folder: string) => {
  const [, program = ''] =
    /```ts\n(.+?)```/s.exec(readFileSync(join(root, folder, 'README.md'), 'utf8')) ?? []
  return program
}

const promised: Record<string, Promised> = {
  'sallyport-client': {
    files: /^dist\/.+\.(js|d\.ts)$/,
    mostBytes: [80_000, 260_000],
    beside: [],
    program: `
      import { createClient } from 'sallyport-client'
      console.log(await createClient({ url: 'https://accounts.example.com' }).isSignedIn())`,
    said: /^false\n$/,
    options: { lib: ['es2022', 'dom'], types: [] },
  },
  'durable-pglite': {
    files: /^dist\/[\w-]+\.(js|d\.ts)$/,
    mostBytes: [30_000, 90_000],
    beside: ['@electric-sql/pglite'],
    program: `
      import { openDurable } from 'durable-pglite'
      import { databaseIn, hasDatabase } from 'durable-pglite/folder'
      for (const round of [1, 2]) {
        const db = await openDurable('./data')
        await db.exec('create table if not exists notes (text text)')
        await db.transaction((tx) => tx.query('insert into notes values ($1)', ['kept']))
        const { rows } = await db.query('select count(*)::int as count from notes')
        console.log(round, rows[0].count, await hasDatabase('./data'))
        await db.close()
      }`,
    said: /^1 1 true\n2 2 true\n$/,
    options: onNode,
  },
  'openapi-changes': {
    files: /^(dist\/.+\.(js|d\.ts)|docs\/rules\.md|example\/(old|new)\.yaml)$/,
    mostBytes: [180_000, 720_000],
    beside: [],
    program: shownIn('packages/openapi-changes'),
    said: /^request-property-maximum-lowered at POST \/orders .+\n.+ at schema Order .+\n$/,
    sample: 'example',
    options: onNode,
  },
  'openapi-changelog': {
    files: /^(dist\/.+\.(js|d\.ts)|example\/.+\.json|assets\/page\.css)$/,
    mostBytes: [30_000, 90_000],
    beside: [],
    program: shownIn('packages/openapi-changelog'),
    said: /^path-removed GET \/things true .+\npath-added .+\n\d{4} \d{4}\n$/,
    sample: 'example',
    options: onNode,
  },
}

const runtimes = await findRuntimes(['Node 20', 'Node 22', 'Node 24.12'])
const current = { name: 'the Node of this test', path: process.execPath, missing: false }
const nodes = [...runtimes, current].map((node) => ({
  ...node,
  version: /[\d.]+$/.exec(node.name)?.[0] ?? process.versions.node,
}))

const isPromised = ({ engines }: PackedLibrary['manifest'], version: string) =>
  version.localeCompare(engines.node.replace('>=', ''), undefined, { numeric: true }) >= 0

// node:sqlite is experimental in Node 24, and says so
const flags = [...nodeFlags, '--disable-warning=ExperimentalWarning']

const packed = await packLibraries()
const installed = new Map(
  await Promise.all(
    Object.keys(packed).map(
      async (name) => [name, await installLibrary(packed, name, promised[name]?.beside ?? [])] as const,
    ),
  ),
)

test('every library is looked at', () => {
  assert.deepEqual(
    Object.keys(packed),
    libraries.map(({ manifest }) => manifest.name),
  )
  assert.deepEqual(new Set(Object.keys(packed)), new Set(Object.keys(promised)))
})

for (const [name, { manifest, tarball, files }] of Object.entries(packed)) {
  const { files: known, mostBytes, beside, program, said, sample, options } = promised[name]!
  const [most, mostUnpacked] = mostBytes
  const { folder, missing: skip } = installed.get(name)!

  test(`${name}: the tarball has its program, types, licence and README, and nothing else`, () => {
    const papers = ['package.json', 'README.md', 'LICENSE']
    assert.deepEqual(
      files.filter((file) => !papers.includes(file) && (!known.test(file) || /\.test\.|\.map$/.test(file))),
      [],
    )
    const targets = [...Object.values(manifest.exports), ...Object.values(manifest.bin ?? {})]
      .flatMap((entry) => (typeof entry === 'string' ? entry : Object.values(entry)))
      .map((path) => path.replace('./', ''))
    assert.deepEqual(
      [...papers, ...targets].filter((path) => !files.includes(path)),
      [],
    )
  })

  test(`${name}: the README says when its version moves`, { skip }, async () => {
    assert.match(
      await textIn(folder, join(name, 'README.md')),
      /\n## Versions\n\nSemantic versioning, on its own/,
    )
  })

  test(`${name}: the manifest asks for versions, and has nothing that only a checkout needs`, () => {
    const { license, type, dependencies = {}, peerDependencies = {} } = manifest
    assert.deepEqual([license, type], ['Apache-2.0', 'module'])
    for (const needless of ['private', 'scripts', 'devDependencies', 'workspaces'])
      assert.equal(needless in manifest, false, needless)
    for (const [needed, range] of Object.entries({ ...dependencies, ...peerDependencies }))
      assert.match(range, /^\^\d+\.\d+\.\d+( \|\| \^\d+\.\d+\.\d+)*$/, needed)
    for (const entry of Object.values(manifest.exports))
      if (typeof entry !== 'string') assert.deepEqual(Object.keys(entry), ['types', 'default'])
  })

  test(`${name}: it is as small as it was`, { skip }, async () => {
    assert.ok(statSync(tarball).size <= most, `${statSync(tarball).size} bytes packed`)
    const bytes = files.map((file) => statSync(join(folder, 'node_modules', name, file)).size)
    const unpacked = bytes.reduce((sum, size) => sum + size)
    assert.ok(unpacked <= mostUnpacked, `${unpacked} bytes unpacked`)
  })

  test(`${name}: no file names a source, a map or a path of this machine`, { skip }, async () => {
    for (const file of files.filter((path) => /\.(js|d\.ts)$/.test(path))) {
      const text = await textIn(folder, join(name, file))
      assert.doesNotMatch(text, /(from |import\()['"]\.[^'"\n]*(?<!\.d)\.ts['"]|sourceMappingURL/, file)
      assert.ok(!text.includes(root), file)
    }
  })

  for (const { name: node, path, version, missing } of nodes.filter((one) =>
    isPromised(manifest, one.version),
  ))
    test(`${name}: alone in a folder, it does what it is for on ${node}`, {
      skip: skip || missing,
    }, async () => {
      const entries = Object.keys(manifest.exports)
        .map((entry) => join(name, entry))
        .filter((entry) => !entry.endsWith('.json') && !isForFramework(manifest, entry))
      assert.ok(entries.length > 0)
      const home = join(folder, `on-${version}`)
      if (sample)
        await cp(join(folder, 'node_modules', name, sample), join(home, sample), { recursive: true })
      else await cp(join(folder, 'package.json'), join(home, 'package.json'))
      const imports = entries.map((entry) => `await import('${entry}')`).join('\n')
      await writeFile(join(home, 'program.mjs'), `${imports}\n${program}`)
      const { stdout, stderr } = await run(path, flags.concat('program.mjs'), {
        cwd: home,
        env: childEnvironment({}),
      })
      assert.match(stdout, said)
      assert.equal(stderr, '')
    })

  for (const compiler of compilers)
    test(`${name}: ${compiler} accepts all of its types, as strict as it is`, { skip }, async () => {
      const entries = Object.entries(manifest.exports).filter(([, entry]) => typeof entry !== 'string')
      const lines = entries
        .map(([entry]) => join(name, entry))
        .filter((entry) => !isForFramework(manifest, entry))
        .map((entry, nth) => `export * as entry${nth} from '${entry}'\n`)
      await writeFile(join(folder, 'entries.ts'), lines.join(''))
      const faults = faultsIn(compiler, folder, ['entries.ts'], options).split('\n')
      // those of others are not ours to check
      assert.deepEqual(
        faults.filter((line) => line && !beside.some((other) => line.includes(`/${other}/`))),
        [],
      )
    })
}

/** Such an entry needs its framework; `test/compiled/client-types.test.ts` has them beside it. */
function isForFramework({ peerDependencies = {} }: PackedLibrary['manifest'], entry: string) {
  return Object.keys(peerDependencies).some((peer) => entry.endsWith(`/${peer}`))
}
