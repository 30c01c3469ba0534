import { type Environment, parseConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { onEach } from './servers.ts'
import { isPostgres, newDatabase, onServers, type TestService } from './service.ts'

/** Seconds and no instants, because `shiftRows` moves those. */
const clock = `
  create table test_clock (ahead interval not null, stopped_seconds double precision);
  insert into test_clock values ('0');
  create function now() returns timestamptz language sql stable
    as 'select coalesce(to_timestamp(stopped_seconds), pg_catalog.now()) + ahead from public.test_clock';
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

type Running = Pick<TestService, 'deps' | 'environment'>

/** Sets the database's clock, to so many seconds ahead of the real time. */
export const setClock = (service: Running, seconds: number): Promise<void> =>
  set(service, `ahead = make_interval(secs => ${seconds})`)

/** Stops the database's clock, so that a second is not over before a test has asked for all that it asks for in it. */
export const stopClock = (service: Running): Promise<void> =>
  set(service, `stopped_seconds = ${Date.now() / 1_000}`)

const set = async ({ deps, environment }: Running, change: string): Promise<void> => {
  const statement = `update test_clock set ${change}`
  if (isPostgres) return onEach(onServers(environment), statement)
  // PGlite has set the path of its one connection by itself; a server's have it from the database
  await deps.db.script('set search_path = public, pg_catalog')
  await deps.db.script(statement)
}
