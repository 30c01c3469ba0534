import { type Fragment, sql } from '#platform/db/sql.ts'

/** A session that makes something, and when its person proved who they are to open it. */
export type Maker = { sessionId: string; openedAt: Date }

/** What may have been an attacker's: a change, and the session that asked for it, if that is known. */
export type Suspicion = { changedAt: Date; sessionId: string; openedAt: Date | null }

/** The values of `session_id` and `session_opened_at`; absent for what no session made. */
export const madeBy = (maker: Maker | undefined): Fragment =>
  sql`${maker?.sessionId ?? null}::uuid, ${maker?.openedAt ?? null}::timestamptz`

// for the visit that a session was opened from: instants are rounded to milliseconds
const slackMs = 1_000

/** Whether a row was made since the change, or before it by the session that asked for it, or by one opened after that one. */
export const isSuspect = (madeAt: Fragment, { changedAt, sessionId, openedAt }: Suspicion): Fragment => {
  const suspectFrom = openedAt && new Date(openedAt.getTime() - slackMs)
  return sql`
    (${madeAt} >= ${changedAt}::timestamptz
      or coalesce(session_id = ${sessionId}, false)
      or coalesce(session_opened_at >= ${suspectFrom}::timestamptz, false))`
}

/** When an attack began, at the latest. */
export const beganAt = ({ changedAt, openedAt }: Suspicion): Date => openedAt ?? changedAt
