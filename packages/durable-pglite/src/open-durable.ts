import { stat } from 'node:fs/promises'
import { createDatabase } from './create-database.ts'
import { dropTemplates } from './drop-templates.ts'
import { type FolderFault, folderFault } from './folder-fault.ts'
import { databaseIn, hasDatabase } from './has-database.ts'
import { lendDatabase } from './lend-database.ts'
import { lockFolder } from './lock.ts'
import { makeFolder, syncToDisk } from './make-folder.ts'
import { offerCopies } from './offer-copies.ts'
import { onPglite, type Transacting } from './on-pglite.ts'
import { type Started, startPglite } from './start-pglite.ts'
import { startUpkeep } from './upkeep.ts'

export type Options = {
  /** Called first when nothing can be made durable any more: from then on every statement is refused. */
  onFault?: (fault: Error) => void
  /** The operator's name for the folder. Every fault begins with it. */
  label?: string
  /** Parameters of PostgreSQL, such as `{ TimeZone: 'UTC' }`. */
  parameters?: Readonly<Record<string, string>>
}

/** Faults of its files are `FolderFault`s. */
export type Durable = Transacting & {
  /** Lets other processes copy it with `withCopy` while it is open. @throws if the folder can have no socket */
  offerCopies(): Promise<void>
  /**
   * Lets other processes run statements on it with `borrowDatabase`. @param notice called for one that was cut off
   * @throws if the folder can have no socket
   */
  lend(notice?: (cause: Error) => void): Promise<void>
  /** Closes the database and releases the folder, once. @throws if it could not be made durable */
  close(): Promise<void>
}

/**
 * PostgreSQL inside this process with its files in `folder`. Every commit is synced to the disk.
 * @throws `FolderFault` with the remedy, if another process uses the folder or it cannot be used
 */
export const openDurable = async (folder: string, options: Options = {}): Promise<Durable> => {
  const { onFault = () => {}, label = '', parameters = {} } = options
  const faultOf = faultsOf(databaseIn(folder), label)
  const unlock = await takeFolder(folder, label)
  const start = (path: string) =>
    startPglite(path, parameters, (cause) => {
      const fault = faultOf(cause)
      onFault(fault)
      return fault
    })
  const { pglite, close } = await startIn(folder, label, start).catch((error) => {
    unlock()
    throw faultOf(error)
  })
  const upkeep = startUpkeep(pglite, databaseIn(folder))
  const endings: (() => Promise<void>)[] = []
  let closed: Promise<void> | undefined
  const end = async () => {
    upkeep.stop()
    await Promise.all(endings.map((endOne) => endOne()))
    await close().finally(unlock)
  }
  const durable: Durable = {
    ...onPglite(pglite, refuseBy(faultOf)),
    offerCopies: async () => {
      endings.push(await offerCopies(folder, pglite, upkeep))
    },
    lend: async (notice = () => {}) => {
      endings.push(await lendDatabase(folder, durable, notice))
    },
    close: () => {
      closed ??= end()
      return closed
    },
  }
  return durable
}

type FaultOf = (cause: Error) => FolderFault

const faultsOf =
  (database: string, label: string): FaultOf =>
  (cause) =>
    folderFault(
      label,
      database,
      cause,
      'Check its disk and start again. If that does not help, restore the folder from a back-up.',
    )

/** Creates the folder for its owner only. An existing one keeps its mode, because others may use it. */
const takeFolder = async (folder: string, label: string) => {
  try {
    await makeFolder(folder)
    if (!(await stat(folder)).isDirectory()) throw new Error('it is not a folder')
  } catch (cause) {
    throw folderFault(label, folder, cause as Error, 'Name a folder that this user can create and write to.')
  }
  // before the lock, so that a refused folder stays as it was
  await hasDatabase(folder, label)
  return lockFolder(folder, label)
}

const startIn = async (folder: string, label: string, start: (path: string) => Promise<Started>) => {
  const database = databaseIn(folder)
  if (!(await hasDatabase(folder, label)))
    await createDatabase(database, async (part) => {
      const { pglite, close } = await start(part)
      await dropTemplates(pglite).finally(close)
    })
  // again, in case an earlier start was interrupted in between
  await syncToDisk(folder)
  return start(database)
}

const refuseBy =
  (faultOf: FaultOf) =>
  (error: Error): never => {
    const { code = '' } = error as { code?: string }
    throw ofItsFiles.includes(code) ? faultOf(error) : error
  }

// disk_full, io_error, undefined_file, data_corrupted, index_corrupted
const ofItsFiles = ['53100', '58030', '58P01', 'XX001', 'XX002']
