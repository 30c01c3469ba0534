import type { Db } from './db.ts'
import { openPostgres } from './postgres.ts'

/**
 * The database that the settings ask for: a PostgreSQL server when there is an address of one, else the embedded one.
 *
 * @param noticeLoss told of each idle connection that was lost
 * @param giveUp told when the embedded one can keep nothing any more, before another statement is answered
 * @throws when that cannot be opened, or is not installed
 */
export const openDatabase = async (
  settings: { databaseUrl: string | undefined; dataDir: string },
  noticeLoss: (error: Error) => void,
  giveUp: (error: Error) => void = () => {},
): Promise<Db> => {
  if (settings.databaseUrl) return openPostgres(settings.databaseUrl, noticeLoss)
  // loaded when it is wanted: an installation for a server leaves it out, and it would only take up memory
  const { openEmbedded } = await import('./embedded.ts').catch(rethrowExplained)
  return openEmbedded(settings.dataDir, giveUp)
}

const rethrowExplained = (error: NodeJS.ErrnoException): never => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('@electric-sql/pglite')) throw error
  throw new Error(
    'DATABASE_URL is not set, and the embedded database is not installed: set it, or install with "npm ci", not "npm ci --omit=dev"',
    { cause: error },
  )
}
