import { borrowDatabase } from 'durable-pglite/folder'
import { type Db, run } from './db.ts'
import { hasEmbedded } from './embedded-folder.ts'
import { unlessInstalled } from './not-installed.ts'
import { onOneConnection } from './on-one-connection.ts'
import { openPostgres } from './postgres.ts'

/**
 * A PostgreSQL server if `DATABASE_URL` is set, else the embedded database.
 * @param noticeLoss called for each idle connection that was lost
 * @param giveUp called when the embedded database can no longer persist anything, before another statement is
 * answered
 * @param noticeServer called with the server that serves, of several, whenever that changes
 * @throws if it cannot be opened, or is not installed; if there is a key without its database, unless that `isToCome`
 */
export const openDatabase = async (
  settings: { databaseUrl: string | undefined; dataDir: string; isToCome?: boolean },
  noticeLoss: (error: Error) => void,
  giveUp: (error: Error) => void = () => {},
  noticeServer?: (name: string, before: string | undefined) => void,
): Promise<Db> => {
  if (settings.databaseUrl) {
    const db = openPostgres(settings.databaseUrl, noticeLoss, noticeServer)
    // later questions depend on whether rows are distributed, which a connection reveals
    await run(db, 'look')`select 1`.catch(() => {})
    return db
  }
  // loaded lazily: optional, and large in memory
  const { openEmbedded } = await import('./embedded.ts').catch(notInstalled)
  if (!settings.isToCome) await hasEmbedded(settings.dataDir)
  return openEmbedded(settings.dataDir, giveUp)
}

/**
 * The embedded database of a running service, which continues meanwhile.
 * @returns undefined if nobody lends it, or there is a server
 */
export const borrowEmbedded = async (settings: {
  databaseUrl: string | undefined
  dataDir: string
}): Promise<Db | undefined> => {
  const lent = settings.databaseUrl ? undefined : await borrowDatabase(settings.dataDir)
  return lent && onOneConnection(lent)
}

const notInstalled = unlessInstalled(
  'DATABASE_URL is not set, and the embedded database is not installed: set it, or install again without --omit',
)
