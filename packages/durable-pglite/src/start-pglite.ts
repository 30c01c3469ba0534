import { fdatasyncSync, fstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { durableFs } from './durable-fs.ts'
import { refuseOnceBroken } from './refuse-once-broken.ts'

type Parameters = Readonly<Record<string, string>>

/** Without -F, which would turn fsync off. */
export const startParams = (parameters: Parameters = {}): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries({ ...parameters, wal_sync_method: 'fsync' }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]),
]

/** `close` throws if PostgreSQL could not be shut down cleanly. */
export type Started = { pglite: PGlite; close(): Promise<void> }

/**
 * Starts PostgreSQL on the files in `folder`, or creates them.
 * @param giveUp told once that nothing can be acknowledged any more; returns what later statements throw
 */
export const startPglite = async (
  folder: string,
  parameters: Parameters,
  giveUp: (cause: Error) => Error,
): Promise<Started> => {
  let isOpen = false
  let lastWords = ''
  let lost: Error | undefined
  const inItsWords = (cause: unknown) => (lastWords ? new Error(lastWords, { cause }) : told(cause))
  const lose = (cause: unknown) => {
    lost ??= giveUp(inItsWords(cause))
    return lost
  }
  const fs = durableFs(folder, syncOr(lose), (module) =>
    refuseOnceBroken(module, (cause) => (isOpen ? lose(cause) : (cause as Error))),
  )
  const onStderr = (text: string) => {
    lastWords = /(?:PANIC|FATAL|^postgres): +(.+)/.exec(text)?.[1] ?? lastWords
    lastWords = lastWords.replaceAll(PGlite.paths.PGDATA, folder)
    return false
  }
  const pglite = await PGlite.create({
    fs,
    startParams: startParams(parameters),
    relaxedDurability: false,
    onStderr,
  }).catch(async (cause) => {
    // left behind by a PostgreSQL that refused its files
    await rm(join(folder, 'postmaster.pid'), { force: true })
    throw lost ?? inItsWords(cause)
  })
  isOpen = true
  const close = async () => {
    if (!lost) await pglite.close()
    if (lost) throw lost
  }
  return { pglite, close }
}

// Emscripten reports only numbers; these are its ENOSPC and EDQUOT
const told = (cause: unknown) =>
  [51, 19].includes(Number((cause as { errno?: unknown }).errno))
    ? new Error('no space left on device', { cause })
    : (cause as Error)

const syncOr = (lose: (cause: unknown) => Error) => (descriptor: number) => {
  try {
    fdatasyncSync(descriptor)
  } catch (error) {
    if (isUnsyncableFolder(descriptor, error as NodeJS.ErrnoException)) return
    // a retry may report success although the data is gone: https://lwn.net/Articles/752063
    throw lose(error)
  }
}

// Some file systems cannot sync a folder. PostgreSQL ignores the same two codes.
const isUnsyncableFolder = (descriptor: number, { code }: NodeJS.ErrnoException) =>
  (code === 'EINVAL' || code === 'EBADF') && fstatSync(descriptor).isDirectory()
