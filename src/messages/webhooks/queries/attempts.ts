import { elsewhere, firstRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

export const webhookOutcomes = ['delivered', 'failed', 'gone', 'given_up', 'forgotten'] as const
export type WebhookOutcome = (typeof webhookOutcomes)[number]

export type NewWebhookAttempt = {
  /** Null for a test. */
  eventId: string | null
  /** Its number in the feed. */
  seq: string | null
  type: string
  attempt: number
  outcome: WebhookOutcome
  status: number | null
  answer: string
  milliseconds: number
  /** Since it ended. */
  agoMs: number
}

/** @param made in order */
export const insertWebhookAttempts = (
  runner: Runner,
  webhookId: string,
  made: readonly NewWebhookAttempt[],
): Promise<unknown> =>
  run(elsewhere(runner), 'insertWebhookAttempts')`
    insert into webhook_attempts (webhook_id, event_id, seq, type, attempt, at, outcome, status, answer, milliseconds)
    select ${webhookId}::uuid, event_id, seq, type, attempt, now() - make_interval(secs => ago_ms / 1000), outcome,
      status, answer, milliseconds
    from jsonb_to_recordset(${JSON.stringify(made.map(columnsOf))}::jsonb) as told (
      event_id bigint, seq bigint, type text, attempt integer, outcome text, status integer, answer text,
      milliseconds integer, ago_ms float8
    )`

const columnsOf = ({ eventId, agoMs, ...attempt }: NewWebhookAttempt) => ({
  event_id: eventId,
  ago_ms: agoMs,
  ...attempt,
})

export type WebhookAttemptRow = Omit<NewWebhookAttempt, 'agoMs' | 'seq'> & { id: string; at: Date }

/** Newest first: `limit` of those before an id. */
export const listWebhookAttempts = (
  runner: Runner,
  webhookId: string,
  {
    before,
    limit,
    outcome,
  }: { before?: string | undefined; limit: number; outcome: WebhookOutcome | undefined },
): Promise<WebhookAttemptRow[]> =>
  run(runner, 'listWebhookAttempts')`
    select id::text, event_id::text as "eventId", type, attempt, at, outcome, status, answer, milliseconds
    from webhook_attempts
    where webhook_id = ${webhookId} and id < ${before ?? '9223372036854775807'}::bigint
      and (${outcome ?? null}::text is null or outcome = ${outcome ?? null}::text)
    order by webhook_attempts.id desc
    limit ${limit}`

/** @returns its number in the feed. Undefined if it was never sent there */
export const findAttemptedSeq = async (
  runner: Runner,
  webhookId: string,
  eventId: string,
): Promise<string | undefined> => {
  const row = await firstRow(runner, 'findAttemptedSeq')<{ seq: string }>`
    select seq::text from webhook_attempts where webhook_id = ${webhookId} and event_id = ${eventId}::bigint limit 1`
  return row?.seq
}

/** After 30 days. */
export const sweepWebhookAttempts = sweepOf(sql`webhook_attempts`, {
  key: sql`id`,
  when: sql`at`,
  before: sql`now() - interval '30 days'`,
})
