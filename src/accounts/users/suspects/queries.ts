import { type Fragment, sql } from '../../../platform/db/sql.ts'

/** A session that makes something, and when its person proved who they are to open it. */
export type Maker = { sessionId: string; openedAt: Date }

/** What may have been an attacker's: a change, and the session that asked for it, if that is known. */
export type Suspicion = { changedAt: Date; sessionId: string; openedAt: Date | null }

/** The values of `session_id` and `session_opened_at`; absent for what no session made. */
export const madeBy = (maker: Maker | undefined): Fragment =>
  sql`${maker?.sessionId ?? null}::uuid, ${maker?.openedAt ?? null}::timestamptz`

/**
 * Whether a row was made since the change, or before it by the session that asked for it, or by one that was opened after
 * that session. A second of slack is for the visit that it was opened from: instants are rounded to milliseconds.
 */
export const isSuspect = (madeAt: Fragment, { changedAt, sessionId, openedAt }: Suspicion): Fragment => sql`
  (${madeAt} >= ${changedAt}::timestamptz
    or coalesce(session_id = ${sessionId}, false)
    or coalesce(session_opened_at >= ${openedAt}::timestamptz - interval '1 second', false))`

/** When an attack began, at the latest. */
export const beganAt = ({ changedAt, openedAt }: Suspicion): Date => openedAt ?? changedAt
