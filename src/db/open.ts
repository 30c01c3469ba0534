import type { Db } from './db.ts'
import { openPostgres } from './postgres.ts'

/** The database that the settings ask for: a PostgreSQL server when there is an address of one, else the embedded one. */
export const openDatabase = async (
  settings: { databaseUrl: string | undefined; dataDir: string },
  noticeLoss: (error: Error) => void,
): Promise<Db> => {
  if (settings.databaseUrl) return openPostgres(settings.databaseUrl, noticeLoss)
  // loaded when it is wanted: on a server the other one would only take up memory
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(settings.dataDir)
}
