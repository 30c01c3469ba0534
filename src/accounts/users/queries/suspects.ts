import { type Fragment, sql } from '#platform/db/sql.ts'

/** A session that creates something, and when its person proved their identity to open it. */
export type Maker = { sessionId: string; openedAt: Date }

/** The same, or an operator, who has none: `nobody`. */
export type PossibleMaker = Pick<Maker, 'sessionId'> & { openedAt: Date | undefined }

/** What may have been an attacker's: a change, and the session that requested it, if known. */
export type Suspicion = { changedAt: Date; sessionId: string; openedAt: Date | null }

/** The values of `session_id` and `session_opened_at`; absent without a session. */
export const madeBy = (maker: PossibleMaker | undefined): Fragment =>
  sql`${maker?.sessionId ?? null}::uuid, ${maker?.openedAt ?? null}::timestamptz`

// for the visit that a session was opened from: instants are rounded to milliseconds
const slackMs = 1_000

/** Whether a row was made since the change, or before it by the requesting session or one opened after that. */
export const isSuspect = (madeAt: Fragment, { changedAt, sessionId, openedAt }: Suspicion): Fragment => {
  const suspectFrom = openedAt && new Date(openedAt.getTime() - slackMs)
  return sql`
    (${madeAt} >= ${changedAt}::timestamptz
      or coalesce(session_id = ${sessionId}, false)
      or coalesce(session_opened_at >= ${suspectFrom}::timestamptz, false))`
}

/** When an attack began, at the latest. */
export const beganAt = ({ changedAt, openedAt }: Suspicion): Date => openedAt ?? changedAt
