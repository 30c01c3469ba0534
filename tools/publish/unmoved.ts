import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

/** Libraries that changed since a release and have its version. */
export type Unmoved = { tag: string; names: string[] }

type Git = (...args: string[]) => string
type Manifest = { name: string; version: string; dependencies?: Record<string, string> }
/** @returns the manifest at a path, then and now; undefined where there was none */
type Manifests = (path: string) => { before: Manifest | undefined; now: Manifest }

/** What no tarball has; `openapi-changes` explains its rules by the pairs of its tests. */
const unpacked = [
  '**/*.test.ts',
  'model/**',
  'test/!(pairs)/**',
  'test/*.*',
  'build.ts',
  'tsconfig.build.json',
]

/** What is packed with a library from elsewhere. */
const borrowed: Readonly<Record<string, readonly string[]>> = { 'packages/client': ['contract/wire.ts'] }

/** @param root of a checkout @returns undefined if no release is among its ancestors, or its history was not fetched */
export const unmovedSince = (root: string): Unmoved | undefined => {
  const git: Git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  const tag = found(() => git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'))
  if (!tag) return undefined
  const manifests: Manifests = (path) => {
    const before = found(() => git('show', `${tag}:${path}`))
    return { before: before && JSON.parse(before), now: JSON.parse(readFileSync(join(root, path), 'utf8')) }
  }
  const isUnmoved = (path: string) => {
    const { before, now } = manifests(path)
    return before?.version === now.version && hasChanged(dirname(path), manifests, filesSince(git, tag))
  }
  const paths = globSync('packages/*/package.json', { cwd: root }).sort()
  return { tag, names: paths.filter(isUnmoved).map((path) => manifests(path).now.name) }
}

/** git fails where there is nothing. */
const found = (ask: () => string): string | undefined => {
  try {
    return ask()
  } catch {
    return undefined
  }
}

const filesSince =
  (git: Git, tag: string) =>
  (...places: string[]) =>
    git('diff', '--name-only', tag, '--', ...places)
      .split('\n')
      .filter(Boolean)

const hasChanged = (
  folder: string,
  manifests: Manifests,
  files: (...places: string[]) => string[],
): boolean => {
  const own = join(folder, 'package.json')
  const { before, now } = manifests(own)
  const isPacked = (file: string) =>
    file !== own && !unpacked.some((pattern) => matchesGlob(file, join(folder, pattern)))
  return (
    packedPart(before) !== packedPart(now) ||
    files(folder, ...(borrowed[folder] ?? [])).some(isPacked) ||
    neededOf(folder, now).some((path) => manifests(path).before?.version !== manifests(path).now.version)
  )
}

const packedPart = (manifest: object = {}) =>
  JSON.stringify({ ...manifest, scripts: undefined, devDependencies: undefined, private: undefined })

/** A tarball asks for the versions of those beside it. */
const neededOf = (folder: string, { dependencies = {} }: Manifest) =>
  Object.values(dependencies)
    .filter((range) => range.startsWith('file:'))
    .map((range) => join(folder, range.replace('file:', ''), 'package.json'))
