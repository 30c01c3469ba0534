import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { unavailable } from '../errors.ts'
import { syncToDisk } from '../make-folder.ts'
import { startCheckpoints } from './checkpoints.ts'
import { dataDirFault, makeDataDir } from './data-dir.ts'
import type { Db, Runner } from './db.ts'
import { translated } from './failures.ts'
import { createDatabase, hasDatabase } from './first-start.ts'
import { lockFolder } from './lock.ts'
import { prepared } from './sql.ts'
import { startPglite } from './start-pglite.ts'

/**
 * PostgreSQL inside this process, its files in `dataDir`. Every commit is synced to the disk.
 *
 * @param giveUp told when that has failed, before anything else happens: every statement is refused from then on
 * @throws when another process uses the folder, or it cannot be used, with the cure
 */
export const openEmbedded = async (
  dataDir: string,
  giveUp: (error: Error) => void = () => {},
): Promise<Db> => {
  const folder = join(dataDir, 'postgres')
  await makeDataDir(dataDir)
  // before the lock, so that what is refused stays as it was
  await hasDatabase(folder)
  const unlock = lockFolder(dataDir)
  const { pglite, close } = await open(folder, giveUp).catch((error) => {
    unlock()
    throw folderFault(folder, error)
  })
  const stopCheckpoints = startCheckpoints(pglite)
  const refuse = refuseFor(folder)
  return {
    ...on(pglite, refuse),
    transaction: (work) => pglite.transaction((inside) => work(on(inside, refuse))).catch(refuse),
    close: () => {
      stopCheckpoints()
      return close().finally(unlock)
    },
  }
}

const open = async (folder: string, giveUp: (error: Error) => void) => {
  const start = (path: string) =>
    startPglite(path, (cause) => {
      const fault = folderFault(folder, cause)
      giveUp(fault)
      return fault
    })
  if (!(await hasDatabase(folder))) {
    await createDatabase(folder, async (part) => (await start(part)).close())
  }
  // also when a start before this one was cut off between the two
  await syncToDisk(dirname(folder))
  return start(folder)
}

const folderFault = (folder: string, cause: Error) =>
  dataDirFault(
    folder,
    cause,
    'Check its disk and start again. If that does not help, restore the folder from a back-up.',
  )

const on = (target: Pick<PGlite, 'query' | 'exec'>, refuse: (error: Error) => never): Runner => ({
  run: async (statement) => {
    const { text, values } = prepared(statement)
    const { rows } = await target.query<never>(text, values).catch(refuse)
    return rows
  },
  script: async (text) => {
    await target.exec(text).catch(refuse)
  },
})

const refuseFor = (folder: string) => (error: Error) => {
  const { code = '' } = error as { code?: string }
  throw ofItsFiles.includes(code) ? unavailable(folderFault(folder, error)) : translated(error)
}

// disk_full, io_error, undefined_file, data_corrupted, index_corrupted
const ofItsFiles = ['53100', '58030', '58P01', 'XX001', 'XX002']
