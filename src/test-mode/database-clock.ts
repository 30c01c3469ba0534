import type { Runner } from '../platform/db/db.ts'

/**
 * Two functions that hide PostgreSQL's: a path that names `pg_catalog` looks there only in its turn. Made before the
 * migrations, so that columns' defaults and triggers ask it, too. No statement knows of it.
 */
export const createDatabaseClock = `
  create function public.now() returns timestamptz language sql stable
  return pg_catalog.now() + coalesce(current_setting('test_mode.ahead', true), '0')::interval;
  create function public.clock_timestamp() returns timestamptz language sql volatile
  return pg_catalog.clock_timestamp() + coalesce(current_setting('test_mode.ahead', true), '0')::interval`

/** For the one connection that there is; PGlite sets a path by itself. */
export const useDatabaseClock = (runner: Runner): Promise<void> =>
  runner.script('set search_path = public, pg_catalog')

export const setDatabaseClock = (runner: Runner, aheadMs: number): Promise<void> =>
  runner.script(`set test_mode.ahead = '${aheadMs} milliseconds'`)
