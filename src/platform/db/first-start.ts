import { chmod, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keyFile } from '../crypto/secrets.ts'
import { syncToDisk } from '../make-folder.ts'
import { DataDirFault, dataDirFault } from './data-dir.ts'

/**
 * Whether `folder` holds a database. Changes nothing.
 * @throws if it holds, or held, something else: a failed copy is not a first start
 */
export const hasDatabase = async (folder: string): Promise<boolean> => {
  if (await exists(folder)) {
    for (const name of ['PG_VERSION', join('global', 'pg_control')]) {
      if (await exists(join(folder, name))) continue
      throw new DataDirFault(
        `${folder} is incomplete: ${name} is missing. Restore the folder from a back-up; to begin with an empty database, move it away.`,
      )
    }
    return true
  }
  const key = join(dirname(folder), keyFile)
  if (await exists(key)) {
    throw new DataDirFault(
      `${folder} is missing, and ${key} is the key of a database. Restore the folder from a back-up; to begin with an empty database, move the key away.`,
    )
  }
  return false
}

/**
 * Creates the database as `.part`, syncs it and renames it, so that what is at `folder` is always complete. The
 * caller syncs the names.
 */
export const createDatabase = async (
  folder: string,
  create: (folder: string) => Promise<void>,
): Promise<void> => {
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  try {
    await create(part)
    // the parent folder may be shared
    await chmod(part, 0o700)
    const entries = await readdir(part, { recursive: true, withFileTypes: true })
    await Promise.all([part, ...entries.map((entry) => join(entry.parentPath, entry.name))].map(syncToDisk))
    await rename(part, folder)
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

const exists = async (path: string) => {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return false
    throw dataDirFault(path, error as Error, 'Name a folder that this user can read.')
  }
}
