import type { Db } from '../../src/platform/db/db.ts'
import { prepared } from '../../src/platform/db/sql.ts'
import type { TestService } from './service.ts'
import { startVariant } from './variant.ts'

/**
 * The service, where whatever `isHeld` says of waits until it is told to go on: the text of a statement, or `begin` of a
 * transaction.
 */
export const startHeld = async (
  service: TestService,
  isHeld: (text: string) => boolean,
): Promise<{ held: TestService; reached: Promise<void>; goOn: () => void }> => {
  const [reached, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async (text: string) => {
    if (!isHeld(text)) return
    reached.resolve()
    await told.promise
  }
  const { db } = service.deps
  const run: Db['run'] = async (statement) => {
    await hold(prepared(statement).text)
    return db.run(statement)
  }
  const transaction: Db['transaction'] = async (work, options) => {
    await hold('begin')
    return db.transaction(work, options)
  }
  const held = await startVariant(service, { db: { ...db, run, transaction } })
  return { held, reached: reached.promise, goOn: told.resolve }
}
