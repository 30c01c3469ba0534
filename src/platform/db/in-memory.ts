import { openInMemory } from 'durable-pglite'
import type { Db } from './db.ts'
import { parameters } from './embedded.ts'
import { onOneConnection } from './on-one-connection.ts'

/** A database that is gone with its process. `image`: what another one can begin with. */
export type MemoryDb = Db & { image(): Promise<Uint8Array> }

/** The embedded database without a folder, and with nothing to sync. */
export const openMemory = async (image?: Uint8Array): Promise<MemoryDb> => {
  const db = await openInMemory({ parameters, image })
  return { ...onOneConnection(db), image: db.image }
}
