import type { Borrowed, BorrowedRunner } from 'durable-pglite/folder'
import type { Db, Runner } from './db.ts'
import { translated } from './failures.ts'
import { scopeOf } from './scope.ts'
import { prepared } from './sql.ts'

/** A database that runs one thing at a time: PGlite in this process, or one lent by another process. */
export const onOneConnection = (db: Borrowed): Db => ({
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

const on = (target: BorrowedRunner): Runner => ({
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
