import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderFault, folderFault } from './folder-fault.ts'

export const databaseIn = (folder: string): string => join(folder, 'postgres')

/**
 * Whether `folder` holds a database. Changes nothing.
 * @param label what the operator calls the folder
 * @throws `FolderFault` if it holds something else: a failed copy is not a first start
 */
export const hasDatabase = async (folder: string, label = ''): Promise<boolean> => {
  const database = databaseIn(folder)
  if (!(await exists(database, label))) return false
  for (const name of ['PG_VERSION', join('global', 'pg_control')]) {
    if (await exists(join(database, name), label)) continue
    throw new FolderFault(
      label,
      `${database} is incomplete: ${name} is missing. Restore the folder from a back-up; to begin with an empty database, move it away.`,
    )
  }
  return true
}

const exists = async (path: string, label: string) => {
  try {
    await stat(path)
    return true
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return false
    throw folderFault(label, path, cause, 'Name a folder that this user can read.')
  }
}
