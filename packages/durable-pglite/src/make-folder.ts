import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates missing folders for their owner only, durably. One level at a time: below /proc, Node's recursive `mkdir`
 * never ends.
 */
export const makeFolder = async (path: string): Promise<void> => {
  const parent = dirname(path)
  const error = await tryToMake(path)
  if (!error || error.code === 'EEXIST') return
  if (error.code !== 'ENOENT' || parent === path) throw error
  await makeFolder(parent)
  const again = await tryToMake(path)
  if (again && again.code !== 'EEXIST') throw again
}

/** Makes a file's data, or the names in a folder, durable. */
export const syncToDisk = async (path: string): Promise<void> => {
  await using file = await open(path)
  await file.sync()
}

const tryToMake = async (path: string): Promise<NodeJS.ErrnoException | undefined> => {
  try {
    await mkdir(path, { mode: 0o700 })
    await syncToDisk(dirname(path))
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}
