import manifest from '../../package.json' with { type: 'json' }
import { entryOf, withNeeded } from './lock-file.ts'
import { ownPackages } from './own-packages.ts'

/** Optional in a checkout, and part of the tarball: libraries for passkeys, and for imported bcrypt hashes. */
const optional = ['@simplewebauthn/server', '@node-rs/bcrypt']

const isOurs = (name: string) => ownPackages.some((own) => own.name === name)
const asked = Object.assign({}, manifest.dependencies, ...ownPackages.map(({ dependencies }) => dependencies))
const direct = [...Object.keys(asked).filter((name) => !isOurs(name)), ...optional].sort()

const needed = withNeeded(direct)
const isBinary = (place: string) => entryOf(place).os !== undefined

/** The places of all packages that the tarball has in it. Of binaries, npm picks the one for its system. */
export const bundled: string[] = needed.filter((place) => !isBinary(place))

/** The version that was tested. */
export const versionOf = (name: string): string => entryOf(`node_modules/${name}`).version
const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, versionOf(name)]))

/** The program's dependencies, in the versions that were tested: all are in the tarball, except the binaries. */
export const locked = {
  dependencies: versions(direct),
  bundleDependencies: direct,
  optionalDependencies: versions(needed.filter(isBinary).map((place) => place.replace('node_modules/', ''))),
}
