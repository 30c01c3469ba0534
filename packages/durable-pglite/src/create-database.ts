import { chmod, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from './make-folder.ts'

// a database has hundreds of files, more than some processes may have open
const openAtOnce = 64

/**
 * Creates the database as `.part`, syncs it and renames it, so that `database` is always complete. The caller syncs the
 * names.
 */
export const createDatabase = async (
  database: string,
  create: (folder: string) => Promise<void>,
): Promise<void> => {
  const part = `${database}.part`
  await rm(part, { recursive: true, force: true })
  try {
    await create(part)
    // the parent folder may be shared
    await chmod(part, 0o700)
    const entries = await readdir(part, { recursive: true, withFileTypes: true })
    await syncEach([part, ...entries.map((entry) => join(entry.parentPath, entry.name))])
    await rename(part, database)
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

const syncEach = async (paths: string[]) => {
  for (let from = 0; from < paths.length; from += openAtOnce)
    await Promise.all(paths.slice(from, from + openAtOnce).map(syncToDisk))
}
