import { randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { errorCode, errorMessage } from '../../src/platform/properties-of.ts'

export type BackUpFile = {
  write(lines: AsyncIterable<string>): Promise<void>
  /** Gives the file its name, or removes what there is of it if it isn't whole. */
  [Symbol.asyncDispose](): Promise<void>
}

/** `-` stands for stdout. */
export const toStdout = (signal: AbortSignal): BackUpFile => ({
  write: (lines) => pipeline(lines, createGzip(), process.stdout, { signal, end: false }),
  [Symbol.asyncDispose]: async () => {},
})

/**
 * A new file that only its owner may read. It has its name once it is whole and on the disk.
 * @throws if there is one of that name
 */
export const newBackUpFile = async (path: string, signal: AbortSignal): Promise<BackUpFile> => {
  // a link counts, even one that leads nowhere
  if (await lstat(path).catch(() => undefined)) throw exists(path)
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  const file = await open(part, 'wx', 0o600).catch((error) => {
    throw unwritable(path, error)
  })
  return {
    write: async (lines) => {
      try {
        await pipeline(lines, createGzip(), file.createWriteStream({ flush: true }), { signal })
        await keep(part, path)
      } catch (error) {
        throw isOfFile(error) ? unwritable(path, error) : error
      }
    },
    [Symbol.asyncDispose]: async () => {
      await file.close()
      await rm(part, { force: true })
    },
  }
}

const keep = async (part: string, path: string) => {
  // unlike renaming, it replaces nothing; some file systems cannot
  await link(part, path).catch((error) => {
    if (errorCode(error) === 'EEXIST') throw exists(path)
    return rename(part, path)
  })
  await using folder = await open(dirname(path))
  await folder.sync()
}

const exists = (path: string) => new Error(`${path} exists already. It was left as it is.`)

const isOfFile = (error: unknown) =>
  ['write', 'fsync', 'link', 'rename', 'open'].includes((error as NodeJS.ErrnoException).syscall ?? '')

/** Without the code, which would look like one of the database. */
const unwritable = (path: string, error: unknown) =>
  new Error(`${path} cannot be written: ${errorMessage(error)}`, { cause: error })
