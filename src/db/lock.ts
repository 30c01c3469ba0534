import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Makes this process the only user of a data folder; two of them would corrupt the database. The lock is a file lock
 * of the operating system, taken through SQLite because Node has no `flock` of its own: it ends with the process,
 * however that ends, and holds between containers that share the folder, where process ids mean nothing.
 *
 * @returns a function that gives the folder back. @throws when another process has it
 */
export const lockFolder = (folder: string): (() => void) => {
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new Error(`The data folder ${folder} is in use by another process. Stop that one first.`, { cause })
  }
  return () => lock.close()
}
