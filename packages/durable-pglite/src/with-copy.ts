import { existsSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { copyFiles, sizeOf } from './copy-files.ts'
import { type Answer, copySocket, hear, say } from './copy-socket.ts'
import { FolderFault, FolderInUse, folderFault } from './folder-fault.ts'
import { giveToOwner } from './give-to-owner.ts'
import { databaseIn } from './has-database.ts'
import { lockFolder } from './lock.ts'
import { makeFolder } from './make-folder.ts'
import { connectTo } from './sockets.ts'

/** The log grows while it is copied. */
const spareBytes = 64 * 2 ** 20

export type CopyOptions = {
  /** What the operator calls the folder. Every fault begins with it. */
  label?: string
  signal?: AbortSignal | undefined
}

/**
 * Copies a database while the process that has it open goes on. The copy lies in `folder`, can be opened like any other, and is
 * removed after `work`; what a killed process leaves behind is removed by the next.
 * @param work is given the folder that holds the copy
 * @returns undefined if no process offers copies
 * @throws `FolderFault` if there is no room, or another copy is being made
 */
export const withCopy = async <Result>(
  folder: string,
  work: (copy: string) => Promise<Result>,
  { label = '', signal }: CopyOptions = {},
): Promise<Result | undefined> => {
  if (!existsSync(copySocket(folder))) return
  // before the connection: of two at once, each could hold one of the two and be refused the other
  await using _lock = await lockCopies(folder, label)
  const socket = await connectTo(copySocket(folder))
  if (!socket) return
  const copy = join(folder, 'copy', 'data')
  try {
    await rm(copy, { recursive: true, force: true })
    await refuseWithoutRoom(folder, label)
    await copyThrough(socket, folder, copy, signal).catch((cause) => {
      signal?.throwIfAborted()
      throw folderFault(label, folder, cause, 'Try again.')
    })
    return await work(copy)
  } finally {
    socket.destroy()
    await rm(copy, { recursive: true, force: true })
  }
}

const lockCopies = async (folder: string, label: string) => {
  const place = join(folder, 'copy')
  await makeFolder(place)
  await giveToOwner(folder, place)
  try {
    const unlock = lockFolder(place, label)
    await giveToOwner(folder, join(place, 'lock'))
    return { [Symbol.asyncDispose]: async () => unlock() }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new FolderInUse(label, `${folder} is already being copied. Try again when that is done.`, error)
  }
}

const refuseWithoutRoom = async (folder: string, label: string) => {
  const { bavail, bsize } = await statfs(folder)
  const [needed, free] = [(await sizeOf(databaseIn(folder))) + spareBytes, bavail * bsize]
  if (free >= needed) return
  const [neededMb, freeMb] = [Math.ceil(needed / 2 ** 20), Math.floor(free / 2 ** 20)]
  throw new FolderFault(
    label,
    `a copy of the database needs ${neededMb} MB on the disk of ${folder}, which has ${freeMb} MB left. Free some space.`,
  )
}

const copyThrough = async (socket: Socket, folder: string, copy: string, signal: AbortSignal | undefined) => {
  const [from, to] = [databaseIn(folder), databaseIn(copy)]
  const isLog = (path: string) => path.startsWith('pg_wal')
  for (const path of [copy, to]) {
    await mkdir(path, { mode: 0o700 })
    await giveToOwner(folder, path)
  }
  const lent = lentBy(socket)
  const either = signal ? AbortSignal.any([signal, lent]) : lent
  const ask = async (text: string): Promise<Answer> => {
    say(socket, text)
    const heard = await hear(socket)
    lent.throwIfAborted()
    return JSON.parse(String(heard))
  }
  await ask('begin')
  await copyFiles(from, to, (path) => !isLog(path), either)
  const { label = '' } = await ask('copied')
  await copyFiles(from, to, isLog, either)
  // a process that ends removes files of the log, which then are missing from the copy
  await ask('log copied')
  await writeFile(join(to, 'backup_label'), label)
  socket.destroy()
}

/** Aborted once the other process has said what is wrong, or ended. */
const lentBy = (socket: Socket): AbortSignal => {
  const lent = new AbortController()
  const end = (problem = 'the process that has it open ended') => lent.abort(new Error(problem))
  socket.on('data', (data) => {
    const { problem }: Answer = JSON.parse(String(data))
    if (problem) end(problem)
  })
  socket.once('close', () => end())
  if (socket.destroyed) end()
  return lent.signal
}
