import type { Deps } from '../deps.ts'
import { badRequest } from '../platform/errors.ts'
import { setDatabaseClock } from './database-clock.ts'

/** The time of a service in test mode: of its database and of its process. */
export type TestClock = {
  nowMs(): number
  /** Both clocks move together, and only forward. @throws 400 for an instant that is over */
  moveTo(deps: Pick<Deps, 'db'>, instantMs: number): Promise<void>
  /** Back to the real time. */
  reset(deps: Pick<Deps, 'db'>): Promise<void>
}

// PostgreSQL's instants end in the year 294276, JavaScript's in 275760, and four digits suffice for ISO 8601
const lastMs = Date.UTC(9999, 11, 31)

export const testClock = (): TestClock => {
  let aheadMs = 0
  const set = async ({ db }: Pick<Deps, 'db'>, wantedMs: number) => {
    await setDatabaseClock(db, wantedMs)
    aheadMs = wantedMs
  }
  return {
    nowMs: () => Date.now() + aheadMs,
    moveTo: async (deps, instantMs) => {
      const byMs = instantMs - (Date.now() + aheadMs)
      if (byMs < 0) throw badRequest('Time only goes forward. POST /test/reset goes back to the beginning.')
      if (instantMs > lastMs) throw badRequest('Time ends with the year 9999.')
      await set(deps, Math.ceil(aheadMs + byMs))
    },
    reset: (deps) => set(deps, 0),
  }
}
