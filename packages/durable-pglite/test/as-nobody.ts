import { execFile } from 'node:child_process'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Owner of nothing, on every system with root. */
export const nobody = 65_534

/**
 * Runs a program of this folder as root, which gives the rights up by `process.seteuid` once everything is loaded: nobody else
 * may be able to read this folder, and in a shared process rights that were given up are gone for its other tests.
 * @returns what it wrote
 */
export const runAsNobody = async (program: string, ...args: string[]): Promise<string> => {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--liftoff-only', path, ...args])
  return stdout
}

/** Makes nobody the owner of a folder with a database, but not of copies of it. */
export const giveAway = async (folder: string): Promise<void> => {
  for (const path of ['.', ...(await readdir(folder, { recursive: true }))])
    if (!path.startsWith('copy')) await chown(join(folder, path), nobody, nobody)
}
