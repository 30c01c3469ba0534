import type pg from 'pg'

/** What the first statement of a connection asks. */
export const hasCitus = `to_regclass('pg_catalog.pg_dist_partition') is not null as "hasCitus"`

/** Whether Citus has spread tables of this database by a column. To be asked of one that `hasCitus`. */
export const isSpreadIn = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query(
    `select exists (select from pg_dist_partition where partmethod = 'h') as "isSpread"`,
  )
  return rows[0].isSpread
}
