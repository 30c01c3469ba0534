import { execFile } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from './child.ts'

const run = promisify(execFile)
const pack = join(import.meta.dirname, '../../tools/pack/main.ts')

const { HOME, NODE_EXTRA_CA_CERTS, npm_config_cache, npm_config_registry } = process.env
/** What npm needs to find packages, and nothing of the npm that started the tests. */
export const npmEnvironment = {
  HOME,
  NODE_EXTRA_CA_CERTS,
  npm_config_cache,
  npm_config_registry,
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_yes: 'true',
}

type Installed = { tarball: string; full: string; lean: string } | { missing: string }

/** An empty folder, as a stranger has one. */
export const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sallyport-packed-'))

/**
 * Packs the program and installs the tarball: with everything, and without the parts that not everybody needs.
 * @returns the folders, or what was missing
 */
export const installProgram = async (): Promise<Installed> => {
  const [full, lean] = [await emptyFolder(), await emptyFolder()]
  const { stdout } = await run(process.execPath, [pack, await emptyFolder()])
  const tarball = stdout.trim()
  try {
    await npm(full, 'install', tarball)
  } catch (error) {
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT/.test(String(error))) throw error
    return { missing: '*** NPM CANNOT REACH A REGISTRY ***' }
  }
  for (const name of ['package.json', 'package-lock.json']) await cp(join(full, name), join(lean, name))
  await npm(lean, 'ci', '--omit=peer')
  return { tarball, full, lean }
}

const npm = (cwd: string, ...args: string[]) =>
  run('npm', args, { cwd, env: childEnvironment(npmEnvironment), timeout: 100_000 })
