import { existsSync } from 'node:fs'
import { databaseIn, FolderFault, hasDatabase } from 'durable-pglite/folder'
import { keyPath } from '../crypto/secrets.ts'

/**
 * Finds out whether a data folder has a database, and touches nothing.
 * @throws if there is, or was, an incomplete database: a failed copy is not a first start
 */
export const hasEmbedded = async (dataDir: string): Promise<boolean> => {
  if (await hasDatabase(dataDir, 'DATA_DIR')) return true
  const key = keyPath(dataDir)
  if (!existsSync(key)) return false
  throw new FolderFault(
    'DATA_DIR',
    `${databaseIn(dataDir)} is missing, and ${key} is the key of a database. Restore the folder from a back-up; to begin with an empty database, move the key away.`,
  )
}
