import { type Durable, openDurable, type Runner as Target } from 'durable-pglite'
import type { Db, Runner } from './db.ts'
import { translated } from './failures.ts'
import { byIndex, genericPlans } from './plans.ts'
import { scopeOf } from './scope.ts'
import { prepared } from './sql.ts'

// 16 MB of buffers hold a small installation and save over 100 MB of memory
const parameters = { TimeZone: 'UTC', shared_buffers: '16MB', ...byIndex, ...genericPlans }

/**
 * PostgreSQL inside this process, its files in `dataDir`. Every commit is synced to the disk.
 * @param giveUp told when that has failed, before anything else happens: every statement is refused from then on
 * @throws when another process uses the folder, or it cannot be used, with the cure
 */
export const openEmbedded = async (
  dataDir: string,
  giveUp: (error: Error) => void = () => {},
): Promise<Db> => {
  const db = await openDurable(dataDir, { label: 'DATA_DIR', onFault: giveUp, parameters })
  return { ...asDb(db), offerCopies: db.offerCopies }
}

/** Opens a copy that is thrown away afterwards, so that nothing has to be durable. */
export const openCopy = async (copy: string): Promise<Db> =>
  asDb(await openDurable(copy, { label: 'DATA_DIR', parameters: { ...parameters, fsync: 'off' } }))

const asDb = (db: Durable): Db => ({
  ...on(db),
  transaction: (work) =>
    db
      .transaction(async (inside) => {
        const { runner, end, causeOf } = scopeOf(on(inside))
        try {
          return await work(runner)
        } catch (error) {
          throw causeOf(error)
        } finally {
          end()
        }
      })
      .catch(refuse),
  close: db.close,
})

const on = (target: Target): Runner => ({
  run: async (statement) => {
    const { name, text, values } = prepared(statement)
    const { rows } = await target.prepared<never>({ name, text }, values).catch(refuse)
    return rows
  },
  script: async (text) => {
    await target.exec(text).catch(refuse)
  },
})

const refuse = (error: Error) => {
  throw translated(error)
}
