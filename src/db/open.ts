import type { Db } from './db.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

/** The database that the settings ask for: a PostgreSQL server when there is an address of one, else the embedded one. */
export const openDatabase = async (
  settings: { databaseUrl: string | undefined; dataDir: string },
  noticeLoss: (error: Error) => void,
): Promise<Db> =>
  settings.databaseUrl ? openPostgres(settings.databaseUrl, noticeLoss) : openEmbedded(settings.dataDir)
