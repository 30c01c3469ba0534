import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = {
  version: string
  integrity?: string
  os?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const root = join(import.meta.dirname, '../..')
const packagesOf = (path: string): Record<string, Entry> =>
  JSON.parse(readFileSync(join(root, path), 'utf8')).packages

const packages = packagesOf('package-lock.json')

/** The lock file's entry for the package at a place. */
export const entryOf = (place: string): Entry => {
  const entry = packages[place]
  if (!entry) throw new Error(`package-lock.json has no ${place}`)
  return entry
}

/** @throws if npm has installed anything else there than the lock file has, which it checks by digest */
export const assertInstalled = (
  places: string[],
  installed = packagesOf('node_modules/.package-lock.json'),
): void => {
  const isLocked = (place: string) =>
    (['version', 'integrity'] as const).every((key) => installed[place]?.[key] === entryOf(place)[key])
  const other = places.find((place) => !isLocked(place))
  if (other) throw new Error(`${other} is not what package-lock.json says. Run npm ci.`)
}

/** The places of packages, and of all their dependencies. A second version lies inside another package. */
export const withNeeded = (names: string[]): string[] => {
  const places = new Set(names.map((name) => placeOf(name)))
  // those that are found here get their turn in the same loop
  for (const place of places) {
    const { dependencies, optionalDependencies } = entryOf(place)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      places.add(placeOf(name, `${place}/`))
  }
  return [...places]
}

/** As Node resolves it: inside the requiring package, then beside each package around that. */
const placeOf = (name: string, asker = ''): string => {
  const place = `${asker}node_modules/${name}`
  if (packages[place] || !asker) return place
  return placeOf(name, asker.slice(0, asker.lastIndexOf('node_modules/')))
}
