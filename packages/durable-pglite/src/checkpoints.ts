import type { PGlite } from '@electric-sql/pglite'

const everyMs = 60_000
// four segments: some 100 ms of work and of recovery
const logBytes = 64 * 2 ** 20

export type Checkpoints = {
  /** Keeps the whole log until `resume`, for a copy that needs it. */
  pause(): void
  resume(): void
  stop(): void
}

/** Keeps the write-ahead log short: PGlite lacks the background process that makes checkpoints. */
export const startCheckpoints = (pglite: PGlite): Checkpoints => {
  let isPaused = false
  const checkpoint = async () => {
    if ((await isDue(pglite)) && !isPaused) await pglite.exec('checkpoint')
  }
  // a full disk is tried again; broken storage is reported elsewhere
  const timer = setInterval(() => void checkpoint().catch(() => {}), everyMs)
  timer.unref()
  return {
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
    },
    stop: () => clearInterval(timer),
  }
}

const isDue = async (pglite: PGlite): Promise<boolean> => {
  const { rows } = await pglite.query<{ due: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${logBytes} as due
    from pg_control_checkpoint()`,
  )
  return rows[0]?.due === true
}
