import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FolderFault, folderFault } from './folder-fault.ts'

/**
 * Makes this process the only user of a folder; two of them would corrupt the database. The lock is a file lock
 * of the operating system, taken through SQLite because Node has no `flock` of its own: it ends with the process,
 * however that ends, and holds between containers that share the folder, where process ids mean nothing.
 *
 * @returns a function that gives the folder back. @throws when another process has it, or it cannot be locked
 */
export const lockFolder = (folder: string, label: string): (() => void) => {
  const path = join(folder, 'lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path)
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock?.close()
    if ((cause as { errcode?: number }).errcode === busy) {
      throw new FolderFault(label, `${folder} is in use by another process. Stop that process first.`, cause)
    }
    throw folderFault(
      label,
      path,
      cause as Error,
      'Once nothing else uses the folder, delete this file; it holds no data.',
    )
  }
  return () => lock.close()
}

// https://sqlite.org/rescode.html#busy
const busy = 5
