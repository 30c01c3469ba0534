import type { Deps } from '../deps.ts'
import { forgetClock } from '../platform/db/clock.ts'
import type { Parts } from './parts.ts'

/** The schema, the keys, and the number of the last event: numbers only grow. */
const kept = ['migrations', 'key_ids', 'row_keys', 'feed_position', 'event_retention']

// emptying a table whole makes new files for it and its indexes, which takes longer than deleting some hundred rows
const maxBytes = 4_000_000

/**
 * Deletes all accounts. Triggers and foreign keys are out of action, because events refuse to be deleted and
 * rows go in any order.
 */
const emptyTables = `
  set session_replication_role = replica;
  do $$
  declare
    filled text[] := (
      select array_agg(oid::regclass::text)
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all ('{${kept}}') and pg_relation_size(oid) > 0
    );
    every text := (
      select string_agg(oid::regclass::text, ', ')
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all ('{${kept}}')
    );
    name text;
  begin
    if (select sum(pg_relation_size(each::regclass)) from unnest(filled) each) > ${maxBytes} then
      execute 'truncate ' || every;
    else
      foreach name in array coalesce(filled, '{}') loop
        execute 'delete from ' || name;
      end loop;
    end if;
  end $$;
  set session_replication_role = default`

/** As on the first day, with the same keys and at the real time. */
export const reset = async (deps: Deps, { clock, mailbox, weather, passkeys }: Parts): Promise<void> => {
  await deps.db.script(emptyTables)
  await clock.reset(deps)
  // a clock that goes back on purpose is no reason to doubt it
  forgetClock(deps.db)
  mailbox.remove()
  weather.clear()
  passkeys.clear()
}
