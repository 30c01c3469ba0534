import { access, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Sees to it that a database that is being created is either whole or not there. Call before it is opened: what an
 * interrupted first start left behind, and nobody was ever told of, is removed.
 *
 * @returns what to call once it is open: a first time, it syncs every file, which creating a database does not
 */
export const guardFirstStart = async (folder: string): Promise<() => Promise<void>> => {
  const mark = `${folder}.complete`
  const isComplete = await access(mark).then(
    () => true,
    () => false,
  )
  if (isComplete) return async () => {}
  await rm(folder, { recursive: true, force: true })
  return async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    await Promise.all([folder, ...entries.map((entry) => join(entry.parentPath, entry.name))].map(syncToDisk))
    await writeFile(mark, '', { flush: true })
    await syncToDisk(join(folder, '..'))
  }
}

const syncToDisk = async (path: string) => {
  await using file = await open(path)
  await file.sync()
}
