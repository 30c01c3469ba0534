import { firstRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'

/** An email that was given up. */
export type GivenUpMail = {
  queue: string
  id: string
  userId: string | null
  name: string
  email: string
  createdAt: Date
  endedAt: Date
  outcome: 'refused' | 'expired'
  attempts: number
  /** The last one of the other side. */
  answer: string | null
}

const isGivenUp = sql`outcome in ('refused', 'expired') and channel = 'mail'`

/** The newest first: `limit` of those before an id. */
export const listGivenUp = (
  runner: Runner,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<GivenUpMail[]> =>
  run(runner, 'listGivenUp')`
    select queue, id::text, user_id as "userId", message as name, recipient as email, created_at as "createdAt",
      ended_at as "endedAt", outcome, attempts, (
        select answer
        from outbox_attempts
        where outbox_attempts.queue = outbox.queue and outbox_attempts.id = outbox.id
          and outbox_attempts.attempt = outbox.attempts
      ) as answer
    from outbox
    where ${isGivenUp} and id < ${before ?? '9223372036854775807'}::bigint
    order by outbox.id desc
    limit ${limit}`

export type MailKey = { queue: string; id: string }

export type MailContent = {
  userId: string | null
  name: string
  recipient: string
  detail: Record<string, unknown>
  sealed: Uint8Array | null
  isGivenUp: boolean
}

export const findMail = (runner: Runner, { queue, id }: MailKey): Promise<MailContent | undefined> =>
  firstRow(runner, 'findMail')`
    select user_id as "userId", message as name, recipient, detail, sealed, coalesce(${isGivenUp}, false) as "isGivenUp"
    from outbox
    where queue = ${queue} and id = ${id}::bigint and channel = 'mail'`

/**
 * Tries a given-up email again from now on: one with a link for as long as that works, another for three days. Of simultaneous
 * requests, one does. @returns undefined if it is no longer given up
 */
export const resume = (
  runner: Runner,
  { queue, id }: MailKey,
  { hasLink }: { hasLink: boolean },
): Promise<{ id: string } | undefined> =>
  firstRow(runner, 'resume')`
    update outbox
    set ended_at = null, outcome = null, turn = 'new', steps_aside = false, due_at = now(),
      gives_up_at = ${hasLink ? sql`gives_up_at` : sql`now() + interval '3 days'`}
    where queue = ${queue} and id = ${id}::bigint and ${isGivenUp}
    returning id::text`
