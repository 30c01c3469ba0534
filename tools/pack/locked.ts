import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = { version: string; dev?: boolean; link?: boolean; optional?: boolean; os?: string[] }

const lock: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
)

/** Those on top: what lies inside another package is a second version of one of these. */
const versions = Object.entries(lock.packages).flatMap(([path, { version, dev, link, optional, os }]) => {
  const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
  // binaries for one system are named in full by the package that picks one of them
  return name === undefined || dev || link || os ? [] : [{ name, version, optional }]
})

const byName = (isOptional: boolean): Record<string, string> =>
  Object.fromEntries(
    versions
      .filter(({ optional = false }) => optional === isOptional)
      .map(({ name, version }) => [name, version]),
  )

/** The versions that were tested, of all packages that the program needs, and of what these need. */
export const locked = { dependencies: byName(false), optionalDependencies: byName(true) }
