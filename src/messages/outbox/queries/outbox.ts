import { firstRow, onlyRow, type Runner, run } from '#platform/db/db.ts'
import type { Sealed } from '#platform/db/key-check.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'
import { day } from '#platform/seconds.ts'
import type { OutboxRow } from './delivery.ts'

/** How long delivery is tried by default. */
const usualSeconds = 3 * day

type NewRow = {
  /** A user's id, or a stand-in. */
  queue: string
  /** The row is deleted with this user. */
  userId: string | undefined
  channel: string
  message: string
  recipient: string
  /** A subquery for the recipient's, if it is known. */
  language?: Fragment
  detail: object
  sealed: Uint8Array | undefined
  /** How long delivery is tried. */
  seconds?: number
  /** Until it is due. */
  delaySeconds?: number
}

/** For `language`: one that is known. */
export const inLanguage = (language: string | null): Fragment => sql`${language}::text`

export const insertRow = async (runner: Runner, row: NewRow): Promise<void> => {
  const language =
    row.language && runner.isSpread?.() ? await foundBefore(runner, row.language) : row.language
  await run(runner, 'insertRow')`
    insert into outbox (queue, user_id, channel, message, recipient, language, detail, sealed, due_at, gives_up_at)
    values (${row.queue}::uuid, ${row.userId ?? null}::uuid, ${row.channel}::text, ${row.message}::text,
      ${row.recipient}::text, (${language ?? sql`null`}), ${JSON.stringify(row.detail)}::jsonb,
      ${row.sealed ?? null}::bytea, now() + make_interval(secs => ${row.delaySeconds ?? 0}),
      now() + make_interval(secs => ${row.seconds ?? usualSeconds}))`
}

/**
 * Selected rows would be numbered by their server, out of order once they move; values are numbered by the
 * coordinator.
 */
const foundBefore = async (runner: Runner, language: Fragment): Promise<Fragment> => {
  const found = await onlyRow(runner, 'findLanguage')<{
    language: string | null
  }>`select (${language}) as language`
  return sql`${found.language}`
}

/** @returns undefined if it is gone already */
export const deleteRow = (
  runner: Runner,
  { queue, id }: Pick<OutboxRow, 'queue' | 'id'>,
): Promise<{ id: string } | undefined> =>
  firstRow(runner, 'deleteRow')`
    delete from outbox where queue = ${queue} and id = ${id}::bigint returning id::text`

/** A week after their end, with their attempts. */
export const sweepOutbox = sweepOf(sql`outbox`, {
  key: sql`queue, id`,
  when: sql`ended_at`,
  before: sql`now() - interval '7 days'`,
})

export const sealedMails: Sealed = {
  what: 'mails',
  keyIds: sql`select substr(sealed, 1, 2) as id from outbox where sealed is not null and ended_at is null`,
}
