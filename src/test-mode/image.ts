import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { type MemoryDb, openMemory } from '../platform/db/in-memory.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readMigrations } from '../platform/db/migration-files.ts'
import { createDatabaseClock, useDatabaseClock } from './database-clock.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

// the write-ahead log repeats what is in the files, megabytes away
const windowLog = 26
const packing = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 9,
    [constants.ZSTD_c_windowLog]: windowLog,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
}
const unpacking = { params: { [constants.ZSTD_d_windowLogMax]: windowLog } }

/** Where the package has one, made with it. */
export const packedFolder = fileURLToPath(new URL('./images', import.meta.url))

/**
 * A migrated database, from an image that lies in one of these folders. Otherwise it is made, which takes seconds, and left in
 * the last of them for the next time.
 */
export const openMigrated = async (folders: readonly string[]): Promise<MemoryDb> => {
  const name = await imageName()
  const image = await firstOf(folders.map((folder) => join(folder, name)))
  if (image) return opened(await openMemory(await decompress(image, unpacking)))
  const db = await opened(await openMemory())
  await db.script(createDatabaseClock)
  await migrate(db)
  const keeping = folders.at(-1)
  // a folder that cannot be written costs the next start some seconds
  if (keeping) await keep(join(keeping), name, await packed(db)).catch(() => {})
  return db
}

/** Makes the image that a package has in it. */
export const writeImage = async (folder: string): Promise<void> => {
  await (await openMigrated([folder])).close()
}

const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))

/** What the files depend on: the build of PostgreSQL, and what this program ran in it. */
const imageName = async () => {
  const { version } = JSON.parse(await readFile(fileURLToPath(manifest), 'utf8'))
  const made = [version, createDatabaseClock, ...(await readMigrations()).map(({ script }) => script)]
  return `${createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 32)}.tar.zst`
}

const opened = async (db: MemoryDb) => {
  await useDatabaseClock(db)
  return db
}

const packed = async (db: MemoryDb) => {
  // what is only in the log would have to be recovered at each start
  await db.script('checkpoint')
  return compress(await db.image(), packing)
}

const firstOf = async (paths: readonly string[]) => {
  for (const path of paths) {
    const found = await readFile(path).catch(() => undefined)
    if (found) return found
  }
}

/** Whole or not at all: others may begin at the same moment. */
const keep = async (folder: string, name: string, image: Uint8Array) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}.${randomUUID()}`)
  await writeFile(draft, image)
  await rename(draft, join(folder, name))
}
