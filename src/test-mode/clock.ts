import type { Deps } from '../deps.ts'
import { setDatabaseClock } from './database-clock.ts'

/** The time of a service in test mode: of its database and of its process, which move together. */
export type TestClock = {
  nowMs(): number
  /** One at a time: each counts from where the one before has led. */
  advance(deps: Pick<Deps, 'db'>, byMs: number): Promise<void>
  /** Back to the real time. */
  reset(deps: Pick<Deps, 'db'>): Promise<void>
}

export const testClock = (): TestClock => {
  let aheadMs = 0
  const set = async ({ db }: Pick<Deps, 'db'>, wantedMs: number) => {
    await setDatabaseClock(db, wantedMs)
    aheadMs = wantedMs
  }
  return {
    nowMs: () => Date.now() + aheadMs,
    advance: (deps, byMs) => set(deps, Math.ceil(aheadMs + byMs)),
    reset: (deps) => set(deps, 0),
  }
}
