import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { giveToOwner } from './give-to-owner.ts'

/**
 * Copies the files of a database that is in use, where files come and go. On file systems that can, the copies share
 * their blocks with the originals.
 * @param isWanted gets paths in `from`
 */
export const copyFiles = async (
  from: string,
  to: string,
  isWanted: (path: string) => boolean,
  signal?: AbortSignal,
): Promise<void> => {
  for (const { path, isFolder } of await entriesOf(from)) {
    signal?.throwIfAborted()
    if (!isWanted(path) || ofProcess.test(path)) continue
    if (isFolder) await makeCopyOf(join(from, path), join(to, path))
    else await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(unlessGone)
  }
}

const makeCopyOf = async (original: string, folder: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await giveToOwner(original, folder)
}

/** @returns the sum of its files' sizes, in bytes */
export const sizeOf = async (folder: string): Promise<number> => {
  const files = (await entriesOf(folder)).filter(({ isFolder }) => !isFolder)
  const sizes = await Promise.all(files.map(({ path }) => stat(join(folder, path)).catch(unlessGone)))
  return sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0)
}

/** Folders before what is in them. */
const entriesOf = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => ({
      path: relative(folder, join(entry.parentPath, entry.name)),
      isFolder: entry.isDirectory(),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

// kept by the running process for itself
const ofProcess = /(^|[\\/])(postmaster\.(pid|opts)|pgsql_tmp.*)$/

const unlessGone = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}
