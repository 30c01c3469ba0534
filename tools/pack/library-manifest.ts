import type { Library, LibraryManifest } from './libraries.ts'
import { repositoryOf } from './repository.ts'

type Source = LibraryManifest & {
  private?: boolean
  types?: string
  devDependencies?: Record<string, string>
}

/**
 * The manifest of a library's tarball: it names what was compiled, asks for versions instead of folders, and lacks what only
 * a checkout needs.
 * @param compiled from the path of a source to that of its JavaScript
 * @param versions of this project's packages
 */
export const libraryManifest = (
  { folder, manifest }: Library,
  compiled: (path: string) => string,
  versions: Record<string, string>,
) => {
  const {
    private: _,
    scripts,
    types,
    devDependencies,
    bin,
    exports,
    dependencies,
    ...rest
  } = manifest as Source
  const repository = repositoryOf(folder)
  return {
    ...rest,
    ...(repository && { repository }),
    ...(bin && { bin: mapped(bin, compiled) }),
    exports: mapped(exports, (entry) =>
      typeof entry === 'string' ? built(entry, compiled) : published(entry),
    ),
    ...(dependencies && {
      dependencies: mapped(dependencies, (range, name) => rangeOf(range, versions[name])),
    }),
    publishConfig: { access: 'public', provenance: true },
  }
}

const built = (path: string, compiled: (path: string) => string) => {
  if (!path.endsWith('.ts')) return path
  const script = compiled(path)
  return { types: script.replace(/\.js$/, '.d.ts'), default: script }
}

/** The condition by which this repository finds the sources leads nowhere in a tarball. */
const published = ({ 'sallyport-source': _, ...conditions }: Record<string, string>) => conditions

const rangeOf = (range: string, version: string | undefined) =>
  range.startsWith('file:') ? `^${version}` : range

const mapped = <From, To>(object: Record<string, From>, change: (value: From, name: string) => To) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
