import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing, for their owner alone, in a way that a power cut does not undo. One
 * level at a time: below /proc, Node's own recursive `mkdir` tries for ever.
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

/** Makes the names in a folder durable, or the data of a file. */
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
