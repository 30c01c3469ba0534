import type { Runner } from '../../src/platform/db/db.ts'
import { prepared } from '../../src/platform/db/sql.ts'
import type { TestService } from './service.ts'
import { startVariant } from './variant.ts'

// nobody else can hold a row of the embedded database: it says what a server would
const meetLock = "do $$ begin raise exception 'held' using errcode = '55P03'; end $$"

/** The same service, whose every statement with these words meets a row that somebody else holds for too long. */
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
