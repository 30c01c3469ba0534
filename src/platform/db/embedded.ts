import { openDurable } from 'durable-pglite'
import type { Db } from './db.ts'
import { onOneConnection } from './on-one-connection.ts'
import { byIndex, genericPlans } from './plans.ts'

// 16 MB of buffers hold a small installation and save over 100 MB of memory
export const parameters = { TimeZone: 'UTC', shared_buffers: '16MB', ...byIndex, ...genericPlans }

/**
 * PostgreSQL inside this process, its files in `dataDir`. Every commit is synced to the disk.
 * @param giveUp called first when a sync has failed: every statement is refused from then on
 * @throws when another process uses the folder, or it is unusable, with the remedy
 */
export const openEmbedded = async (
  dataDir: string,
  giveUp: (error: Error) => void = () => {},
): Promise<Db> => {
  const db = await openDurable(dataDir, { label: 'DATA_DIR', onFault: giveUp, parameters })
  const share = async (notice: (cause: Error) => void) => {
    await db.offerCopies()
    await db.lend(notice)
  }
  return { ...onOneConnection(db), share }
}

/** Opens a copy that is discarded afterwards, so that nothing has to be durable. */
export const openCopy = async (copy: string): Promise<Db> =>
  onOneConnection(await openDurable(copy, { label: 'DATA_DIR', parameters: { ...parameters, fsync: 'off' } }))
