import { stat } from 'node:fs/promises'
import { makeFolder } from '../make-folder.ts'

/**
 * Creates the data folder for its owner only, durably. An existing one keeps its mode, because others may use it.
 * @throws `DataDirFault`
 */
export const makeDataDir = async (dataDir: string): Promise<void> => {
  try {
    await makeFolder(dataDir)
    if (!(await stat(dataDir)).isDirectory()) throw new Error('it is not a folder')
  } catch (cause) {
    throw dataDirFault(dataDir, cause as Error, 'Name a folder that this user can create and write to.')
  }
}

/** One line for the operator: the setting, the problem and the remedy. */
export class DataDirFault extends Error {
  readonly code: string | undefined

  constructor(problem: string, cause?: unknown) {
    super(`DATA_DIR: ${problem}`, { cause })
    this.code = (cause as { code?: string } | undefined)?.code
  }
}

/** Chooses the remedy by the cause, else `otherwise`. */
export const dataDirFault = (path: string, cause: Error, otherwise: string): DataDirFault => {
  if (cause instanceof DataDirFault) return cause
  const reason = cause.message.replace(/\.$/, '')
  const [, cure] = cures.find(([pattern]) => pattern.test(reason)) ?? []
  return new DataDirFault(`${path} cannot be used (${reason}). ${cure ?? otherwise}`, cause)
}

const cures: [RegExp, string][] = [
  [/ENOSPC|EDQUOT|no space left|quota/i, 'Free some space on its disk.'],
  [/EROFS|read-only/i, 'Its file system is read-only: mount it writable.'],
  [/EACCES|EPERM|permission|not permitted/i, 'Give the folder to the user who runs the service.'],
]
