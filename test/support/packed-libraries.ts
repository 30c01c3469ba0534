import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { libraries } from '../../tools/pack/libraries.ts'
import { childEnvironment } from './child.ts'
import { npmEnvironment } from './npm.ts'
import { startRegistry } from './registry.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const names = libraries.map(({ manifest }) => manifest.name)

type PackedManifest = {
  name: string
  version: string
  license: string
  type: string
  engines: { node: string }
  exports: Record<string, string | { types: string; default: string }>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export type PackedLibrary = { manifest: PackedManifest; tarball: string; files: string[] }

const newFolder = () => mkdtemp(join(tmpdir(), 'sallyport-libraries-'))

/** Packs all of them as a release does. @returns their tarballs by name */
export const packLibraries = async (): Promise<Record<string, PackedLibrary>> => {
  const pack = join(root, 'tools/pack/main.ts')
  const { stdout } = await run(process.execPath, [pack, await newFolder(), ...names])
  const packed = await Promise.all(stdout.trim().split('\n').map(readTarball))
  return Object.fromEntries(packed.map((library) => [library.manifest.name, library]))
}

const readTarball = async (tarball: string): Promise<PackedLibrary> => {
  const [list, text] = await Promise.all([
    run('tar', ['-tzf', tarball]),
    run('tar', ['-xzOf', tarball, 'package/package.json']),
  ])
  const files = list.stdout
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''))
  return { manifest: JSON.parse(text.stdout), tarball, files }
}

/** An application's folder with what npm installed there, or what the registry lacked. */
type Installed = { folder: string; missing: false } | { folder: ''; missing: string }

/**
 * Installs a library in an empty folder, by its name, from a registry that has those of this project and what the lock file
 * names: so nothing is found but what its manifest asks for.
 * @param beside names of packages that its README has people install, too
 */
export const installLibrary = async (
  packed: Record<string, PackedLibrary>,
  name: string,
  beside: readonly string[],
): Promise<Installed> => {
  const registry = await startRegistry([], packed)
  const [folder, HOME, npm_config_cache] = [await newFolder(), await newFolder(), await newFolder()]
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const own = { ...npmEnvironment, HOME, npm_config_cache, npm_config_registry: registry.address }
  try {
    await run('npm', ['install', '--ignore-scripts', name, ...beside], {
      cwd: folder,
      env: childEnvironment(own),
    })
    return { folder, missing: false }
  } catch (error) {
    if (registry.lacking.size === 0) throw error
    const lacking = [...registry.lacking].join(', ').toUpperCase()
    return { folder: '', missing: `*** NPM'S CACHE LACKS ${lacking}, AND NO REGISTRY COULD BE REACHED ***` }
  }
}

/** The text of a file that was installed. */
export const textIn = (folder: string, path: string): Promise<string> =>
  readFile(join(folder, 'node_modules', path), 'utf8')
