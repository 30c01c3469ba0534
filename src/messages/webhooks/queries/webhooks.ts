import { anyRow, elsewhere, firstRow, type Runner, run } from '#platform/db/db.ts'
import type { Sealed } from '#platform/db/key-check.ts'
import { sql } from '#platform/db/sql.ts'
import type { WebhookTarget } from '../secrets.ts'

/** The last number that was given in the feed, or a place before it. */
export type WebhookCursor = { seq: string; atMs: string }

export type WebhookOff = 'by_operator' | 'gone' | 'failing' | 'unreadable'

type Described = WebhookTarget & { description: string; sealed: Uint8Array }

export type WebhookRow = Described & {
  types: string[]
  seq: string
  atMs: string
  createdAt: Date
  disabledAt: Date | null
  disabledBecause: WebhookOff | null
  failingSince: Date | null
  lastSuccessAt: Date | null
  formerSecretUntil: Date | null
  waiting: number
}

const lockKey = '8386673219843056716'

/** Until the transaction ends, nobody else adds one. */
export const lockWebhooks = (runner: Runner): Promise<unknown> =>
  run(runner, 'lockWebhooks')`select pg_advisory_xact_lock(${lockKey}::bigint) as locked`

export const insertWebhook = (runner: Runner, webhook: Described & WebhookCursor): Promise<unknown> =>
  run(elsewhere(runner), 'insertWebhook')`
    insert into webhooks (id, url, types, description, includes_addresses, sealed_secrets, cursor_seq, cursor_at_ms)
    values (${webhook.id}, ${webhook.url}, ${webhook.types}::text[], ${webhook.description},
      ${webhook.includesAddresses}, ${webhook.sealed}, ${webhook.seq}, ${webhook.atMs})`

const shown = sql`
  id, url, types, description, includes_addresses as "includesAddresses", sealed_secrets as sealed,
  cursor_seq::text as seq, cursor_at_ms::text as "atMs", created_at as "createdAt", disabled_at as "disabledAt",
  disabled_because as "disabledBecause", failing_since as "failingSince", last_success_at as "lastSuccessAt",
  case when former_secret_until > now() then former_secret_until end as "formerSecretUntil",
  (select count(*)::integer from webhook_waiting where webhook_id = webhooks.id) as waiting`

/** The oldest first. */
export const listWebhooks = (runner: Runner): Promise<WebhookRow[]> =>
  run(runner, 'listWebhooks')`select ${shown} from webhooks order by created_at, id`

export const findWebhook = (runner: Runner, id: string): Promise<WebhookRow | undefined> =>
  firstRow(runner, 'findWebhook')`select ${shown} from webhooks where id = ${id}`

/** Until the transaction ends, nobody else changes it. */
export const lockWebhook = (runner: Runner, id: string): Promise<WebhookRow | undefined> =>
  firstRow(runner, 'lockWebhook')`select ${shown} from webhooks where id = ${id} for update of webhooks`

/** What waits for a pause is tried at once: it may lead elsewhere now. */
export const updateWebhook = (runner: Runner, webhook: Described): Promise<unknown> =>
  run(elsewhere(runner), 'updateWebhook')`
    update webhooks
    set url = ${webhook.url}, types = ${webhook.types}::text[], description = ${webhook.description},
      includes_addresses = ${webhook.includesAddresses}, sealed_secrets = ${webhook.sealed}, paused_until = now()
    where id = ${webhook.id}`

/** @param formerSeconds how long the secret before it is good, too */
export const replaceSecret = async (
  runner: Runner,
  { id, sealed, formerSeconds }: { id: string; sealed: Uint8Array; formerSeconds: number },
): Promise<Date | undefined> => {
  const row = await firstRow(elsewhere(runner), 'replaceSecret')<{ until: Date }>`
    update webhooks
    set sealed_secrets = ${sealed}, former_secret_until = now() + make_interval(secs => ${formerSeconds})
    where id = ${id}
    returning former_secret_until as until`
  return row?.until
}

/** The same secrets under the current key. One that was changed meanwhile is left as it is. */
export const resealWebhook = (
  runner: Runner,
  { id, former, sealed }: { id: string; former: Uint8Array; sealed: Uint8Array },
): Promise<unknown> =>
  run(elsewhere(runner), 'resealWebhook')`
    update webhooks set sealed_secrets = ${sealed} where id = ${id} and sealed_secrets = ${former}`

/** Sends it again what came after a place. One that is behind that place stays there. */
export const setCursorBack = (runner: Runner, id: string, { seq, atMs }: WebhookCursor): Promise<unknown> =>
  run(elsewhere(runner), 'setCursorBack')`
    update webhooks
    set cursor_seq = ${seq}, cursor_at_ms = ${atMs}
    where id = ${id} and cursor_seq > ${seq}::bigint`

/** @returns whether it was on */
export const switchWebhookOff = (runner: Runner, id: string, because: WebhookOff): Promise<boolean> =>
  anyRow(elsewhere(runner), 'switchWebhookOff')`
    update webhooks
    set disabled_at = now(), disabled_because = ${because}
    where id = ${id} and disabled_at is null
    returning id`

/** @returns whether it was off */
export const switchWebhookOn = (runner: Runner, id: string): Promise<boolean> =>
  anyRow(elsewhere(runner), 'switchWebhookOn')`
    update webhooks
    set disabled_at = null, disabled_because = null, failures = 0, failing_since = null, paused_until = now()
    where id = ${id} and disabled_at is not null
    returning id`

/** @returns its address. Undefined if there is none */
export const deleteWebhook = (runner: Runner, id: string): Promise<{ url: string } | undefined> =>
  firstRow(elsewhere(runner), 'deleteWebhook')`delete from webhooks where id = ${id} returning url`

export const sealedWebhooks: Sealed = {
  what: 'webhook secrets',
  keyIds: sql`select substr(sealed_secrets, 1, 2) as id from webhooks`,
}
