import { anyRow, elsewhere, firstRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import type { WebhookTarget } from '../secrets.ts'
import type { WebhookCursor } from './webhooks.ts'

/** A webhook that this process has for itself for a while. */
export type LeasedWebhook = WebhookTarget &
  WebhookCursor & {
    types: string[]
    sealed: Uint8Array
    /** Whether the secret before this one is good, too. */
    hasFormer: boolean
    /** How often in a row nobody was there. */
    failures: number
    isFailing: boolean
  }

export const hasWebhooks = (runner: Runner): Promise<boolean> =>
  anyRow(runner, 'hasWebhooks')`select 1 from webhooks where disabled_at is null limit 1`

/** Ids of those with something to send that no process has. @param last the newest number of the feed */
export const listReadyWebhooks = async (runner: Runner, last: string): Promise<string[]> => {
  const rows = await run(runner, 'listReadyWebhooks')<{ id: string }>`
    select id
    from webhooks
    where ${isFree} and (
      cursor_seq < ${last}::bigint or exists (
        select 1
        from webhook_waiting
        where webhook_id = webhooks.id and (due_at <= now() or due_at > now() + interval '1 day')
      )
    )`
  return rows.map(({ id }) => id)
}

// no pause is as long as a day, and no lease as a minute: the clock was set back
const isOpen = sql`
  disabled_at is null and (paused_until <= now() or paused_until > now() + interval '1 day')`
const isFree = sql`
  ${isOpen} and (leased_until <= now() or leased_until > now() + interval '1 minute')`

type Lease = { id: string; holder: string; seconds: number }

/** Takes it, or keeps it. @returns undefined if it is another's, off, or paused */
export const leaseWebhook = (
  runner: Runner,
  { id, holder, seconds }: Lease,
): Promise<LeasedWebhook | undefined> =>
  firstRow(elsewhere(runner), 'leaseWebhook')`
    update webhooks
    set leased_by = ${holder}, leased_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and (leased_by = ${holder} and ${isOpen} or ${isFree})
    returning id, url, types, includes_addresses as "includesAddresses", sealed_secrets as sealed,
      coalesce(former_secret_until > now(), false) as "hasFormer", cursor_seq::text as seq,
      cursor_at_ms::text as "atMs", failures, failing_since is not null as "isFailing"`

export const releaseWebhook = (runner: Runner, { id, holder }: Omit<Lease, 'seconds'>): Promise<unknown> =>
  run(elsewhere(runner), 'releaseWebhook')`
    update webhooks set leased_until = now() where id = ${id} and leased_by = ${holder}`

/** How the receiver did in a round. */
export type Health = {
  outcome: 'answered' | 'refused' | 'away' | 'idle'
  failures: number
  pauseSeconds: number
}

type Progress = Omit<Lease, 'seconds'> & { from: WebhookCursor; to: WebhookCursor; health: Health }

/**
 * Moves on in the feed, unless the cursor was set back meanwhile.
 * @returns undefined if another process has it by now. `isHopeless` if nothing was delivered for five days
 */
export const noteProgress = (
  runner: Runner,
  { id, holder, from, to, health }: Progress,
): Promise<{ isHopeless: boolean } | undefined> => {
  const { outcome, failures, pauseSeconds } = health
  const isFailing = outcome === 'refused' || outcome === 'away'
  const isAnswered = outcome === 'answered'
  return firstRow(elsewhere(runner), 'noteProgress')`
    update webhooks
    set cursor_seq = case when cursor_seq = ${from.seq}::bigint then ${to.seq}::bigint else cursor_seq end,
      cursor_at_ms = case when cursor_seq = ${from.seq}::bigint then ${to.atMs}::bigint else cursor_at_ms end,
      failures = ${failures},
      last_success_at = case when ${isAnswered}::boolean then now() else last_success_at end,
      failing_since = case
        when ${isAnswered}::boolean then null
        when ${isFailing}::boolean then coalesce(failing_since, now())
        else failing_since
      end,
      paused_until = now() + make_interval(secs => ${pauseSeconds})
    where id = ${id} and leased_by = ${holder}
    returning coalesce(failing_since <= now() - interval '5 days', false) as "isHopeless"`
}
