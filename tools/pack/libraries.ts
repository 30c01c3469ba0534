import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type LibraryManifest = {
  name: string
  version: string
  bin?: Record<string, string>
  exports: Record<string, string | Record<string, string>>
  scripts: Record<string, string>
  dependencies?: Record<string, string>
}

/** A package of this project that is published beside the program. @property folder from the root */
export type Library = { folder: string; manifest: LibraryManifest }

const root = join(import.meta.dirname, '../..')

const found: Library[] = globSync('packages/*/package.json', { cwd: root })
  .sort()
  .map((path) => ({ folder: dirname(path), manifest: JSON.parse(readFileSync(join(root, path), 'utf8')) }))

/** Those of this project that it needs itself. */
export const neededBy = ({ manifest }: Library): Library[] =>
  found.filter(({ manifest: { name } }) => isOurs(manifest, name))
const isOurs = ({ dependencies }: LibraryManifest, name: string) => dependencies?.[name]?.startsWith('file:')

const withNeeded = (library: Library): Library[] => [...neededBy(library).flatMap(withNeeded), library]

/** Each after those that it needs. */
export const libraries: readonly Library[] = [...new Set(found.flatMap(withNeeded))]
