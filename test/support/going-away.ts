import { isPostgres, type TestService } from './service.ts'
import { startVariant } from './variant.ts'

// the embedded database has no server that could go away: it says what one would
const goAway = isPostgres
  ? 'select pg_terminate_backend(pg_backend_pid())'
  : "do $$ begin raise exception 'going away' using errcode = '57P01'; end $$"

/** The same service, whose database goes away whenever a transaction is about to be committed. */
export const goingAway = (service: TestService): Promise<TestService> => {
  const { db } = service.deps
  return startVariant(service, {
    db: {
      ...db,
      transaction: (work) =>
        db.transaction(async (runner) => {
          const result = await work(runner)
          await runner.script(goAway)
          return result
        }),
    },
  })
}
