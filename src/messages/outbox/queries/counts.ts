import { onlyRow, type Runner } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'

type MailCounts = { waiting: number; givenUp: number }

/** Emails that wait, and that were given up within a week: of each kind, `most` at most. */
export const countMails = (runner: Runner, most: number): Promise<MailCounts> =>
  onlyRow(runner, 'countMails')`
    select ${countOf(sql`ended_at is null and turn = 'new'`, most)} + ${countOf(sql`ended_at is null and turn = 'waiting'`, most)}
        + ${countOf(sql`ended_at is null and turn = 'next'`, most)} as waiting,
      ${countOf(sql`outcome in ('refused', 'expired') and channel = 'mail'`, most)} as "givenUp"`

const countOf = (isSo: Fragment, most: number): Fragment =>
  sql`(select count(*)::integer from (select 1 from outbox where ${isSo} limit ${most}) as counted)`
