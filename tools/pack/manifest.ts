import manifest from '../../package.json' with { type: 'json' }
import { locked, versionOf } from './locked.ts'
import { repositoryOf } from './repository.ts'

const { name, version, description, license, type, imports, peerDependencies, peerDependenciesMeta } =
  manifest
const embedded = '@electric-sql/pglite'
const tracing = '@opentelemetry/api'

/** Where the files of the viewer of `/docs` lie in the tarball. */
export const viewer = 'src/web/changelog/reference/assets'

/** And of an empty database for the tests of applications, which takes seconds to make. */
export const packedImages = 'src/test-mode/images'

const repository = repositoryOf()

/**
 * The manifest of the tarball. The embedded database is an ordinary peer dependency: npm installs it, and `--omit=peer`
 * leaves it out. Only tracing stays optional, because it comes with a provider or is of no use.
 */
export const packedManifest = {
  name,
  version,
  description,
  license,
  type,
  engines: { node: '>=24.12' },
  ...(repository && { repository }),
  bin: { sallyport: 'cli/sallyport.js' },
  exports: {
    './contract': { types: './contract/wire.d.ts', default: './contract/wire.js' },
    './contract/admin': { types: './contract/admin.d.ts', default: './contract/admin.js' },
    './contract/openapi.json': './contract/openapi.json',
    './contract/admin-openapi.json': './contract/admin-openapi.json',
    './testing': { types: './src/test-mode/index.d.ts', default: './src/test-mode/index.js' },
    './package.json': './package.json',
  },
  imports: { ...imports, '#viewer/*': `./${viewer}/*` },
  files: ['cli', 'contract', 'docs', 'packages', 'src', 'CHANGELOG.md'],
  publishConfig: { access: 'public', provenance: true },
  ...locked,
  peerDependencies: { [embedded]: versionOf(embedded), [tracing]: peerDependencies[tracing] },
  peerDependenciesMeta: { [tracing]: peerDependenciesMeta[tracing] },
}
