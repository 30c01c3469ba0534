import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Fetches a package from npm with what it needs, unless the folder has it: all of it, or nothing. None of its scripts run.
 * @param spec the name and the exact version
 * @param folder below one for nothing else, where it comes to `node_modules`
 * @returns whether it is there
 */
export const fetchPackage = async (spec: string, folder: string): Promise<boolean> => {
  if (existsSync(folder)) return true
  await mkdir(dirname(folder), { recursive: true })
  const partial = await mkdtemp(join(dirname(folder), 'partial-'))
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline']
  try {
    await writeFile(join(partial, 'package.json'), '{"private":true}')
    await run('npm', ['install', ...quiet, spec], { cwd: partial, timeout: 60_000 })
    await rename(partial, folder)
    return true
  } catch {
    // or another process was faster
    return existsSync(folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
