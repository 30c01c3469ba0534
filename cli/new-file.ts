import { randomBytes } from 'node:crypto'
import { type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorMessage } from '../src/platform/properties-of.ts'

type NewFile = {
  /** Writes and syncs it, and then gives it its name. */
  write(fill: (file: FileHandle) => Promise<unknown>): Promise<void>
  /** Removes the file if it is incomplete. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A new file that only its owner may read. It gets its name once complete; then parts that killed commands left for
 * that name are removed.
 * @throws if a file of that name exists
 */
export const newFile = async (path: string): Promise<NewFile> => {
  // a link counts, even a dangling one
  if (await isThere(path)) throw exists(path)
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  const file = await open(part, 'wx', 0o600).catch((error) => {
    throw unwritable(path, error)
  })
  return {
    write: async (fill) => {
      try {
        await fill(file)
        await keep(part, path)
        await removeParts(path).catch(() => {})
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
  await link(part, path).catch(async () => {
    // another process was faster, and may have removed this part
    if (await isThere(path)) throw exists(path)
    return rename(part, path)
  })
  await using folder = await open(dirname(path))
  await folder.sync()
}

/** Now that the name is taken, no other part can get it. */
const removeParts = async (path: string) => {
  const [folder, name] = [dirname(path), basename(path)]
  for (const entry of await readdir(folder))
    if (entry.startsWith(name) && isPart.test(entry.slice(name.length))) await rm(join(folder, entry))
}

const isPart = /^\.[0-9a-f]{12}\.part$/

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

const exists = (path: string) => new Error(`${path} exists already. It was left as it is.`)

const isOfFile = (error: unknown) =>
  ['write', 'fsync', 'link', 'rename', 'open'].includes((error as NodeJS.ErrnoException).syscall ?? '')

/** Without the error's code, which would look like the database's. */
const unwritable = (path: string, error: unknown) =>
  new Error(`${path} cannot be written: ${errorMessage(error)}`, { cause: error })
