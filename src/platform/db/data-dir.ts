import { stat } from 'node:fs/promises'
import { makeFolder } from '../make-folder.ts'

/**
 * Makes the data folder, for its owner alone, in a way that a power cut does not undo. One that is there keeps its mode:
 * others may need what else is in it.
 *
 * @throws with what is wrong with `DATA_DIR`, and the cure
 */
export const makeDataDir = async (dataDir: string): Promise<void> => {
  try {
    await makeFolder(dataDir)
    if (!(await stat(dataDir)).isDirectory()) throw new Error('it is not a folder')
  } catch (cause) {
    throw dataDirFault(dataDir, cause as Error, 'Name a folder that this user can create and write to.')
  }
}

/** What an operator is told, in one line: the setting, what is wrong, and the cure. */
export class DataDirFault extends Error {
  /** What the system or the database called it. */
  readonly code: string | undefined

  constructor(problem: string, cause?: unknown) {
    super(`DATA_DIR: ${problem}`, { cause })
    this.code = (cause as { code?: string } | undefined)?.code
  }
}

/** Finds the cure in what the system or the database said, else takes `otherwise`. */
export const dataDirFault = (path: string, cause: Error, otherwise: string): DataDirFault => {
  if (cause instanceof DataDirFault) return cause
  const reason = cause.message.replace(/\.$/, '')
  const [, cure] = cures.find(([pattern]) => pattern.test(reason)) ?? []
  return new DataDirFault(`${path} cannot be used (${reason}). ${cure ?? otherwise}`, cause)
}

const cures: [RegExp, string][] = [
  [/ENOSPC|EDQUOT|no space left|quota/i, 'Make room on its disk.'],
  [/EROFS|read-only/i, 'Its file system is read-only: mount it writable.'],
  [/EACCES|EPERM|permission|not permitted/i, 'Give the folder to the user who runs the service.'],
]
