import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { javascriptOf } from './javascript.ts'
import { assertInstalled } from './lock-file.ts'
import { bundled } from './locked.ts'
import { packedManifest, viewer } from './manifest.ts'
import { ownPackages } from './own-packages.ts'

const root = join(import.meta.dirname, '../..')
const ownFolders = ownPackages.flatMap(({ folder }) => [`${folder}/src`, `${folder}/assets`])
const code = ['cli', 'contract', 'src', ...ownFolders]
const papers = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'docs/errors.md',
  'docs/guides',
  'docs/log.md',
  'docs/measurements.md',
  'docs/production.md',
  'docs/settings.md',
]
/** What applications in TypeScript import: only types. */
const types = ['contract/wire', 'contract/admin', 'src/test-mode/testing-types']

/** Of `sallyport/testing`. */
const testingTypes = `import type { TestClient, TestOptions, TestService } from './testing-types.js'
export type * from './testing-types.js'
/** Starts a service of one's own in this process, which is gone with it. */
export declare const startTestService: (options?: TestOptions) => Promise<TestService>
/** What a test does with a service in test mode at this address. */
export declare const testClient: (address: string) => TestClient
`

const viewerPackage = 'node_modules/@fastify/swagger-ui'
/** The part of it that a browser gets; the rest would serve that. */
const viewerFiles = ['static/swagger-ui.css', 'static/swagger-ui-bundle.js', 'LICENSE']

/** Writes what the tarball has in it into an empty folder. */
export const stage = (folder: string): void => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const path of filesIn(code)) {
    const text = readFileSync(join(root, path), 'utf8')
    const isScript = /\.[jt]s$/.test(path)
    write(path.replace(/\.ts$/, '.js'), isScript ? javascriptOf(text, join(root, path)) : text)
  }
  for (const path of types)
    write(`${path}.d.ts`, readFileSync(join(root, `${path}.ts`), 'utf8').replaceAll(".ts'", ".js'"))
  write('src/test-mode/index.d.ts', testingTypes)
  for (const path of papers) cpSync(join(root, path), join(folder, path), { recursive: true })
  assertInstalled([...bundled, viewerPackage])
  for (const name of viewerFiles)
    cpSync(join(root, viewerPackage, name), join(folder, viewer, basename(name)))
  for (const place of bundled) {
    const filter = (path: string) => isRun(relative(join(root, place), path))
    cpSync(join(root, place), join(folder, place), { recursive: true, filter })
  }
  for (const { folder: place, name, version, description } of ownPackages)
    write(`${place}/package.json`, inLines({ name, version, description, private: true, type: 'module' }))
  write('package.json', inLines(packedManifest))
}

/** Half of a package's files are for people and tools: types, source maps, documents except licences, tests. */
const isRun = (path: string) =>
  !/^(node_modules|test|benchmarks?|examples?|\.github)$|(?<!licen[cs]e)\.md$|\.map$|\.[cm]?ts$/i.test(path)

/** The comparison has a command of its own, which explains its rules by the pairs of its tests. */
const ownCommand = 'packages/openapi-changes/src/{explain/*,command/{explain,main,run}}.ts'

const filesIn = (folders: string[]): string[] =>
  globSync(`{${folders}}/**/*.{ts,js,json,sql,css,svg}`, { cwd: root, exclude: ['**/*.test.ts', ownCommand] })

const inLines = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
