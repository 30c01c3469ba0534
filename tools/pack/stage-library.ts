import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type Library, libraries, neededBy } from './libraries.ts'
import { libraryManifest } from './library-manifest.ts'

const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')

const versions = Object.fromEntries(libraries.map(({ manifest }) => [manifest.name, manifest.version]))

/** A folder with what libraries are built from, where nobody else builds at the same time. */
export const furnish = (workshop: string): void => {
  mkdirSync(join(workshop, 'packages/node_modules'), { recursive: true })
  mkdirSync(join(workshop, 'contract'))
  cpSync(join(root, 'contract/wire.ts'), join(workshop, 'contract/wire.ts'))
  symlinkSync(join(root, 'node_modules'), join(workshop, 'node_modules'))
}

/**
 * Builds a library, after those that it needs: Node strips no types inside `node_modules`, and before version 22 nowhere.
 * @param workshop furnished @returns the folder that `npm pack` makes the tarball of
 */
export const stageLibrary = (library: Library, workshop: string): string => {
  const { folder, manifest } = library
  const staged = join(workshop, folder)
  if (existsSync(staged)) return staged
  for (const other of neededBy(library)) stageLibrary(other, workshop)
  const isSource = (path: string) => !/\/(node_modules|build|dist)$/.test(path)
  cpSync(join(root, folder), staged, { recursive: true, filter: isSource })
  const compiled = manifest.scripts.build ? buildItself(staged) : compile(staged)
  const text = JSON.stringify(libraryManifest(library, compiled, versions), null, 2)
  writeFileSync(join(staged, 'package.json'), `${text}\n`)
  // found before the sources, which the shared modules lead to
  symlinkSync(staged, join(workshop, 'packages/node_modules', manifest.name))
  return staged
}

type Compiled = (path: string) => string

/** Such a package's manifest names what it builds. */
const buildItself = (staged: string): Compiled => {
  execFileSync(process.execPath, ['build.ts'], { cwd: staged, stdio: 'inherit' })
  return (path) => path
}

const compile = (staged: string): Compiled => {
  const config = join(staged, 'tsconfig.build.json')
  for (const test of globSync('src/**/*.test.ts', { cwd: staged })) rmSync(join(staged, test))
  execFileSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' })
  const { outDir, rootDir } = JSON.parse(readFileSync(config, 'utf8')).compilerOptions
  // declarations keep the names of the sources
  for (const name of globSync(`${outDir}/**/*.d.ts`, { cwd: staged }))
    rewrite(join(staged, name), (text) => text.replace(/(['"]\.\.?\/[^'"]+)\.ts(?=['"])/g, '$1.js'))
  return (path) => scriptOf(path, posix.join(outDir, posix.relative(rootDir, dirname(path))))
}

const scriptOf = (path: string, folder: string) => `./${folder}/${posix.basename(path, '.ts')}.js`

const rewrite = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')))
