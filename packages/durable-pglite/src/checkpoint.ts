import type { PGlite } from '@electric-sql/pglite'
import type { Upkept } from './upkeep.ts'

// four segments: some 100 ms of work and of recovery
const logBytes = 64 * 2 ** 20

/** Keeps the write-ahead log short. */
export const checkpointIfDue = async ({ pglite, isWanted }: Upkept): Promise<void> => {
  if (isWanted() && (await isDue(pglite)) && isWanted()) await pglite.exec('checkpoint')
}

const isDue = async (pglite: PGlite): Promise<boolean> => {
  const { rows } = await pglite.query<{ due: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${logBytes} as due
    from pg_control_checkpoint()`,
  )
  return rows[0]?.due === true
}
