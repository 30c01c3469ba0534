import { onlyRow, type Runner } from '#platform/db/db.ts'

type WaitingFacts = {
  /** How long the oldest event has waited for a webhook that is on and refuses it. */
  waitingSeconds: number
  /** How far the one that is furthest behind has come in the feed; null without any that is on. */
  slowest: string | null
  /** Those that nobody has switched off. */
  off: number
}

export const readWebhookFacts = (runner: Runner): Promise<WaitingFacts> =>
  onlyRow(runner, 'readWebhookFacts')`
    select
      coalesce((
        select extract(epoch from now() - min(since))
        from webhook_waiting
        join webhooks on webhooks.id = webhook_id
        where disabled_at is null
      ), 0)::float8 as "waitingSeconds",
      (select min(cursor_seq)::text from webhooks where disabled_at is null) as slowest,
      (select count(*)::integer from webhooks where disabled_because <> 'by_operator') as off`
