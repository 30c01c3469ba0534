import { type Environment, parseConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { onEach } from './servers.ts'
import { isPostgres, newDatabase, onServers, type TestService } from './service.ts'

const clock = `
  create table test_clock (ahead interval not null);
  insert into test_clock values ('0');
  create function now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + ahead from public.test_clock';
  do $$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
  end $$`

/**
 * A database whose clock tests can set: its own `now()` hides PostgreSQL's. Defaults of columns use the real one.
 * @returns the settings that lead to it
 */
export const databaseWithClock = async (): Promise<Environment> => {
  const environment = await newDatabase()
  if (isPostgres) {
    // Citus would bring the function, but not the table, to its servers by itself
    await onEach(onServers(environment), `set citus.enable_ddl_propagation = off; ${clock}`)
    return environment
  }
  const db = await openDatabase(parseConfig({ SECRET_KEY: 'x'.repeat(32), ...environment }), () => {})
  await db.script(clock).finally(() => db.close())
  return environment
}

/** Sets the database's clock, to so many seconds ahead of the real time. */
export const setClock = async (
  { deps, environment }: Pick<TestService, 'deps' | 'environment'>,
  seconds: number,
): Promise<void> => {
  const set = `update test_clock set ahead = make_interval(secs => ${seconds})`
  if (isPostgres) return onEach(onServers(environment), set)
  // PGlite has set the path of its one connection by itself; a server's have it from the database
  await deps.db.script('set search_path = public, pg_catalog')
  await deps.db.script(set)
}
