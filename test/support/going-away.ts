import { unavailable } from '../../src/platform/errors.ts'
import { isPostgres, type TestService } from './service.ts'
import { startVariant } from './variant.ts'

// the embedded database has no server that could go away: it simulates one
const goAway = isPostgres
  ? 'select pg_terminate_backend(pg_backend_pid())'
  : "do $$ begin raise exception 'going away' using errcode = '57P01'; end $$"

/**
 * The same service, whose database goes away whenever a transaction is about to be committed.
 * @param awayMs from then on, it refuses everything
 */
export const goingAway = (service: TestService, awayMs = 0): Promise<TestService> => {
  const { db } = service.deps
  let backMs = 0
  const reach = () => {
    if (performance.now() < backMs) throw unavailable()
    return db
  }
  return startVariant(service, {
    db: {
      ...db,
      run: async (statement) => reach().run(statement),
      script: async (text) => reach().script(text),
      transaction: async (work) =>
        reach().transaction(async (runner) => {
          const result = await work(runner)
          backMs = performance.now() + awayMs
          await runner.script(goAway)
          return result
        }),
    },
  })
}
