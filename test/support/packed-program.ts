import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from './child.ts'
import { npmEnvironment } from './npm.ts'
import { startRegistry } from './registry.ts'

const run = promisify(execFile)
const pack = join(import.meta.dirname, '../../tools/pack/main.ts')

/** These direct and indirect dependencies have a newer minor version than the lock file's. */
const renewed = [
  '@fastify/error',
  'fast-uri',
  '@peculiar/x509',
  '@node-rs/argon2-linux-x64-gnu',
  '@electric-sql/pglite',
]

/** An empty folder, as a stranger has one. */
export const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sallyport-packed-'))

/** Packs the program. @returns its tarball, and what npm needs to install that from a registry of the tests' own */
export const packProgram = async () => {
  const registry = await startRegistry(renewed)
  const { stdout } = await run(process.execPath, [pack, await emptyFolder(), 'sallyport'])
  const environment = {
    ...npmEnvironment,
    HOME: await emptyFolder(),
    npm_config_registry: registry.address,
    npm_config_cache: await emptyFolder(),
  }
  return { tarball: stdout.trim(), registry, environment }
}

type Packed = Awaited<ReturnType<typeof packProgram>>
type Installed = { full: string; lean: string; missing: false } | { missing: string }

/**
 * Installs the tarball: with everything, and without the optional parts.
 * @returns the folders, or what was missing
 */
export const installProgram = async ({ tarball, registry, environment }: Packed): Promise<Installed> => {
  const [full, lean] = [await emptyFolder(), await emptyFolder()]
  const install = (cwd: string, ...options: string[]) =>
    run('npm', ['install', ...options, tarball], {
      cwd,
      env: childEnvironment(environment),
    })
  try {
    await install(full)
    await install(lean, '--omit=peer')
  } catch (error) {
    if (registry.lacking.size === 0) throw error
    const names = [...registry.lacking].join(', ').toUpperCase()
    return { missing: `*** NPM'S CACHE LACKS ${names}, AND NO REGISTRY COULD BE REACHED ***` }
  }
  return { full, lean, missing: false }
}
