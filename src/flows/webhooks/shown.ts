import { lastFed } from '#accounts/events/queries/read-feed.ts'
import type { Webhook, WebhookAttempt } from '#contract/admin.ts'
import type { WebhookAttemptRow } from '#messages/webhooks/queries/attempts.ts'
import { findWebhook, listWebhooks, type WebhookRow } from '#messages/webhooks/queries/webhooks.ts'
import type { Runner } from '#platform/db/db.ts'

/** The oldest first. */
export const showWebhooks = async (runner: Runner): Promise<Webhook[]> => {
  const last = await lastFed(runner)
  return (await listWebhooks(runner)).map((row) => shownWebhook(row, last.seq))
}

export const showWebhook = async (runner: Runner, id: string): Promise<Webhook | undefined> => {
  const row = await findWebhook(runner, id)
  return row && shownWebhook(row, (await lastFed(runner)).seq)
}

export const shownWebhookAttempt = ({ at, ...row }: WebhookAttemptRow): WebhookAttempt => ({
  ...row,
  at: at.toISOString(),
})

const shownWebhook = (row: WebhookRow, lastSeq: string): Webhook => ({
  id: row.id,
  url: row.url,
  types: row.types,
  description: row.description,
  includeAddresses: row.includesAddresses,
  enabled: row.disabledAt === null,
  disabledAt: instant(row.disabledAt),
  disabledBecause: row.disabledBecause,
  createdAt: row.createdAt.toISOString(),
  lastSuccessAt: instant(row.lastSuccessAt),
  failingSince: instant(row.failingSince),
  formerSecretUntil: instant(row.formerSecretUntil),
  behind: Number(BigInt(lastSeq) - BigInt(row.seq)),
  waiting: row.waiting,
})

const instant = (at: Date | null) => at?.toISOString() ?? null
