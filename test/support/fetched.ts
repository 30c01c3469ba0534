import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Fills a folder, unless it is there: with all of it, or nothing, however many processes try.
 * @param fill fills the folder it is given, which then gets the name
 * @returns whether it is there
 */
export const fetched = async (
  folder: string,
  fill: (partial: string) => Promise<unknown>,
): Promise<boolean> => {
  if (existsSync(folder)) return true
  await mkdir(dirname(folder), { recursive: true })
  const partial = await mkdtemp(join(dirname(folder), 'partial-'))
  try {
    await fill(partial)
    await rename(partial, folder)
    return true
  } catch {
    // or another process was faster
    return existsSync(folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline']

/**
 * A package from npm with what it needs, in `node_modules` of the folder. None of its scripts run.
 * @param spec the name and the exact version
 */
export const fetchPackage = (spec: string, folder: string): Promise<boolean> =>
  fetched(folder, async (partial) => {
    await writeFile(join(partial, 'package.json'), '{"private":true}')
    await run('npm', ['install', ...quiet, spec], { cwd: partial, timeout: 60_000 })
  })
