import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Contender } from './contender.ts'

const run = promisify(execFile)
const peers = fileURLToPath(new URL('./peers/', import.meta.url))

/** Installs the programs that Sallyport is compared with, unless present. They are not part of its own packages. */
export const installPeers = async (say: (line: string) => void): Promise<void> => {
  if (existsSync(join(peers, 'node_modules'))) return
  say('installing the peers (npm ci in bench/peers)')
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers })
}

/** The size of each contender's packages, without development dependencies, by name. */
export const installationMb = async (contenders: readonly Contender[]): Promise<Record<string, number>> => {
  const weighed = contenders.flatMap((contender) =>
    'install' in contender && contender.install ? [{ name: contender.name, ...contender.install }] : [],
  )
  const entries = weighed.map(async ({ name, root, packages }) => {
    const lock: Lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
    const sizes = [...closure(lock, packages)].map((path) => sizeOf(join(root, path)))
    return [name, (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1e6] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

type Dependencies = Record<string, string>
type Lock = {
  packages: Record<
    string,
    {
      dependencies?: Dependencies
      optionalDependencies?: Dependencies
      peerDependencies?: Dependencies
      peerDependenciesMeta?: Record<string, { optional?: boolean }>
      link?: boolean
      resolved?: string
    }
  >
}

/** The folders of these packages and all their dependencies, from the lock file. */
const closure = ({ packages }: Lock, names: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const visit = (from: string, name: string) => {
    const path = resolved(packages, from, name)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      if (!peerDependenciesMeta?.[needed]?.optional) visit(path, needed)
    }
  }
  for (const name of names) visit('', name)
  return found
}

// as Node resolves a package: in the requiring folder, then in each folder above it
const resolved = (packages: Lock['packages'], from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    // a package of the same repository is a link to its folder
    if (path in packages) return packages[path]?.link ? packages[path].resolved : path
    if (folder === '') return
  }
}

// a package that is for another platform is in the lock file and not in the folder; nested packages count for themselves
const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(path)
    return stat(path).then(({ size }) => size)
  })
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}
