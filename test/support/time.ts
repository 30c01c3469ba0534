import type { Deps } from '../../src/deps.ts'

/**
 * Moves every point in time that is stored so many seconds into the past, as if the database's clock had gone on. What
 * happened (`events`) stays where it is, because nothing may change it.
 */
export const shiftRows = async ({ deps }: { deps: Pick<Deps, 'db'> }, seconds: number): Promise<void> => {
  await deps.db.script(`
    do $$
    declare
      statement text;
    begin
      for statement in
        select format('update %I set %s', table_name, string_agg(
          format('%1$I = %1$I - make_interval(secs => ${Number(seconds)})', column_name), ', '))
        from information_schema.columns
        where table_schema = 'public' and data_type = 'timestamp with time zone'
          and table_name not in ('events', 'migrations')
        group by table_name
      loop
        execute statement;
      end loop;
    end
    $$`)
}
