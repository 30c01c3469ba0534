import type { Runner } from '../../src/platform/db/db.ts'
import { prepared } from '../../src/platform/db/sql.ts'
import type { TestService } from './service.ts'
import { startVariant } from './variant.ts'

// nobody else can lock a row of the embedded database: this simulates a server
const meetLock = "do $$ begin raise exception 'held' using errcode = '55P03'; end $$"

/** The same service, where every statement with these words meets a row that is locked for too long. */
export const heldAt = (service: TestService, words: string): Promise<TestService> => {
  const { db } = service.deps
  const isMoment = (text: string) => text.replace(/\s+/g, ' ').includes(words)
  const holding = (runner: Runner): Runner => ({
    ...runner,
    run: async (statement) => {
      if (isMoment(prepared(statement).text)) await runner.script(meetLock)
      return runner.run(statement)
    },
  })
  const transaction: typeof db.transaction = (work, options) =>
    db.transaction((runner) => work(holding(runner)), options)
  return startVariant(service, { db: { ...db, ...holding(db), transaction } })
}
