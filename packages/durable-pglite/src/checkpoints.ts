import type { PGlite } from '@electric-sql/pglite'

const everyMs = 60_000
// four segments: some 100 ms of work and of recovery
const logBytes = 64 * 2 ** 20

/**
 * Keeps the write-ahead log short: PGlite lacks the background process that makes checkpoints.
 * @returns a function that stops it
 */
export const startCheckpoints = (pglite: PGlite): (() => void) => {
  // a full disk is tried again; broken storage is reported elsewhere
  const timer = setInterval(() => void checkpointWhenDue(pglite).catch(() => {}), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

const checkpointWhenDue = async (pglite: PGlite) => {
  const { rows } = await pglite.query<{ due: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${logBytes} as due
    from pg_control_checkpoint()`,
  )
  if (rows[0]?.due) await pglite.exec('checkpoint')
}
