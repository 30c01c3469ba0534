import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { ownPackages } from './own-packages.ts'

type Entry = {
  version: string
  integrity?: string
  os?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Entry>

const root = join(import.meta.dirname, '../..')
const packagesOf = (lockFile: string): Packages =>
  JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages

const packages = packagesOf('package-lock.json')

/** Optional in a checkout, and part of the tarball: what checks passkeys. */
const passkeys = '@simplewebauthn/server'

const isOurs = (name: string) => ownPackages.some((own) => own.name === name)
const asked = Object.keys(
  Object.assign({}, manifest.dependencies, ...ownPackages.map((own) => own.dependencies)),
)
const direct = [...asked.filter((name) => !isOurs(name)), passkeys].sort()

/** As Node looks for it: inside the package that asks, then beside each that this one lies in. */
const placeOf = (name: string, asker = ''): string | undefined => {
  const place = `${asker}node_modules/${name}`
  if (packages[place]) return place
  return asker ? placeOf(name, asker.slice(0, asker.lastIndexOf('node_modules/'))) : undefined
}

const needed = new Set<string>()
const need = (place?: string) => {
  if (place === undefined || needed.has(place)) return
  needed.add(place)
  const { dependencies, optionalDependencies } = entryOf(place)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    need(placeOf(name, `${place}/`))
}
const entryOf = (place: string): Entry => {
  const entry = packages[place]
  if (!entry) throw new Error(`package-lock.json has no ${place}`)
  return entry
}
for (const name of direct) need(placeOf(name))

const nameOf = (place: string) => place.slice('node_modules/'.length)
const versions = (places: string[]): Record<string, string> =>
  Object.fromEntries(places.map((place) => [nameOf(place), entryOf(place).version]))

/** Of a binary, npm picks the one for its system. All others are the same everywhere. */
const { binaries = [], bundled = [] } = Object.groupBy(needed, (place) =>
  entryOf(place).os ? 'binaries' : 'bundled',
)

/** The version that was tested, of a package that lies on top. */
export const versionOf = (name: string): string => entryOf(`node_modules/${name}`).version

/** What the program asks for, with the versions that were tested: all of it is in the tarball, but for the binaries. */
export const locked = {
  dependencies: versions(direct.map((name) => `node_modules/${name}`)),
  bundleDependencies: direct,
  optionalDependencies: versions(binaries),
}

/**
 * Where each package lies that the program needs, and each that these need. A second version lies inside another package.
 * @throws if npm has installed something else there than the lock file says
 */
export const bundledPackages = (): string[] => {
  const installed = packagesOf('node_modules/.package-lock.json')
  const isLocked = (place: string) =>
    (['version', 'integrity'] as const).every((key) => installed[place]?.[key] === entryOf(place)[key])
  const other = bundled.find((place) => !isLocked(place))
  if (other) throw new Error(`${other} is not what package-lock.json says. Run npm ci.`)
  return bundled
}
