import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Db, Runner } from './db.ts'
import { durableFs } from './durable-fs.ts'
import { translated } from './failures.ts'
import { guardFirstStart } from './first-start.ts'
import { lockFolder } from './lock.ts'
import { prepared } from './sql.ts'

// -F would switch fsync off; 16 MB of buffers hold a small installation and save over 100 MB of memory
export const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'TimeZone=UTC'],
]

/**
 * PostgreSQL inside this process, its files in `folder`. Every commit is synced to the disk.
 *
 * @throws when another process uses the folder
 */
export const openEmbedded = async (folder: string): Promise<Db> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const unlock = lockFolder(folder)
  const pglite = await create(join(folder, 'postgres')).catch((error) => {
    unlock()
    throw error
  })
  return {
    ...on(pglite),
    transaction: (work) => pglite.transaction((inside) => work(on(inside))).catch(rethrowTranslated),
    close: async () => {
      await pglite.close()
      unlock()
    },
  }
}

const create = async (folder: string) => {
  const finish = await guardFirstStart(folder)
  const pglite = await PGlite.create({ fs: durableFs(folder), startParams, relaxedDurability: false })
  await finish()
  return pglite
}

const on = (target: Pick<PGlite, 'query' | 'exec'>): Runner => ({
  run: async (statement) => {
    const { text, values } = prepared(statement)
    const { rows } = await target.query(text, values).catch(rethrowTranslated)
    return rows
  },
  script: async (text) => {
    await target.exec(text).catch(rethrowTranslated)
  },
})

const rethrowTranslated = (error: unknown): never => {
  throw translated(error)
}
