import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { FolderInUse, folderFault } from './folder-fault.ts'

/**
 * Takes an operating system lock on a data folder, which two processes would corrupt. SQLite takes it, because Node
 * has no `flock`. It ends with the process and works across containers, where process ids mean nothing.
 * @returns a function that releases it
 * @throws if another process holds it, or locks don't work there
 */
export const lockFolder = (folder: string, label: string): (() => void) => {
  const path = join(folder, 'lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(heldAtOnce(path))
    // the last is never committed; on a read-only file SQLite would take a shared lock, which two can hold
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
  } catch (cause) {
    lock?.close()
    if ((cause as { errcode?: number }).errcode === busy) {
      throw new FolderInUse(label, `${folder} is in use by another process. Stop that process first.`, cause)
    }
    throw folderFault(
      label,
      path,
      cause as Error,
      isWritable(folder)
        ? 'Once nothing else uses the folder, delete this file; it holds no data.'
        : 'This process has to be able to write to the folder: look at its owner, its rights, and how it is mounted.',
    )
  }
  return () => lock.close()
}

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * SQLite otherwise takes a shared lock before the exclusive one, and two processes that both hold a shared one refuse each
 * other. This way it takes the exclusive one at once (https://sqlite.org/vfs.html#multiple_vfses).
 */
const heldAtOnce = (path: string): URL => {
  const url = pathToFileURL(path)
  if (process.platform !== 'win32') url.search = 'vfs=unix-excl'
  return url
}

// https://sqlite.org/rescode.html#busy
const busy = 5
