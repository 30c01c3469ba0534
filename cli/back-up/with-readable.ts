import { withCopy } from 'durable-pglite/folder'
import { parseDatabaseSettings } from '../../src/config/config.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { note } from '../commands/output.ts'
import { sayWhyNotLent, withDatabase } from '../commands/with-database.ts'

/**
 * Opens a database to read all of it. For an embedded one in use by a service, this is a copy, made while the service
 * continues.
 * @throws if it is in use by something that offers no copies
 */
export const withReadable = async (work: (db: Db) => Promise<void>, signal: AbortSignal): Promise<void> => {
  const { databaseUrl, dataDir } = parseDatabaseSettings(process.env)
  if (databaseUrl) return withDatabase(work)
  const used = await withCopy(
    dataDir,
    async (copy) => {
      note(`Using a copy of the embedded database in ${dataDir}, made while the service runs.`)
      const { openCopy } = await import('../../src/platform/db/embedded.ts')
      const db = await openCopy(copy)
      await work(db).finally(db.close)
      return true
    },
    { label: 'DATA_DIR', signal },
  )
  if (!used) await withDatabase(work, { isAlone: true }).catch(sayWhyNotLent)
}
