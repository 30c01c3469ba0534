import manifest from '../../package.json' with { type: 'json' }
import { entryOf, installed, withNeeded } from './lock-file.ts'
import { ownPackages } from './own-packages.ts'

/** Optional in a checkout, and part of the tarball: what checks passkeys. */
const passkeys = '@simplewebauthn/server'

const isOurs = (name: string) => ownPackages.some((own) => own.name === name)
const asked = Object.assign({}, manifest.dependencies, ...ownPackages.map(({ dependencies }) => dependencies))
const direct = [...Object.keys(asked).filter((name) => !isOurs(name)), passkeys].sort()

/** Of a binary, npm picks the one for its system. All others are the same everywhere. */
const { binaries = [], bundled = [] } = Object.groupBy(withNeeded(direct), (place) =>
  entryOf(place).os ? 'binaries' : 'bundled',
)

/** The version that was tested. */
export const versionOf = (name: string): string => entryOf(`node_modules/${name}`).version
const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, versionOf(name)]))

/** What the program asks for, with the versions that were tested: all of it is in the tarball, but for the binaries. */
export const locked = {
  dependencies: versions(direct),
  bundleDependencies: direct,
  optionalDependencies: versions(binaries.map((place) => place.replace('node_modules/', ''))),
}

/**
 * The places of all packages that the program needs, and that these need.
 * @throws if npm has installed something else there than the lock file says
 */
export const bundledPackages = (found = installed()): string[] => {
  const isLocked = (place: string) =>
    (['version', 'integrity'] as const).every((key) => found[place]?.[key] === entryOf(place)[key])
  const other = bundled.find((place) => !isLocked(place))
  if (other) throw new Error(`${other} is not what package-lock.json says. Run npm ci.`)
  return bundled
}
