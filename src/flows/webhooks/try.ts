import { randomUUID } from 'node:crypto'
import type { Actor } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import type { WebhookTest } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { postWebhook } from '#messages/webhooks/post.ts'
import { insertWebhookAttempts } from '#messages/webhooks/queries/attempts.ts'
import { findWebhook, lockWebhook } from '#messages/webhooks/queries/webhooks.ts'
import { openWebhook, signingSecrets } from '#messages/webhooks/secrets.ts'
import { badRequest } from '#platform/errors.ts'
import type { WebhookDeps } from './add.ts'

const type = 'webhook.test'

/**
 * Sends a message about nothing now, also to a webhook that is off.
 * @returns the answer. Undefined if there is no such webhook
 * @throws 400 if its secret cannot be read
 */
export const tryWebhook = async (
  { db, keys, now, config }: WebhookDeps & Pick<Deps, 'db'>,
  id: string,
  actor: Actor,
  reason?: string,
): Promise<WebhookTest | undefined> => {
  const webhook = await findWebhook(db, id)
  if (!webhook) return
  const opened = openWebhook(keys, webhook, webhook.sealed)
  if (!opened)
    throw badRequest('The secret of this webhook cannot be read any more. Remove it, and add it again.')
  await recordEvent(db, { type: 'webhook.tested', actor, reason, detail: { id } })
  const secrets = signingSecrets(opened, webhook.formerSecretUntil !== null)
  const body = JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data: {} })
  const receiver = { url: webhook.url, secrets, privateHosts: config.webhookPrivateHosts }
  const ended = await postWebhook(receiver, { id: `test_${randomUUID()}`, body }, now())
  const { outcome, status, answer, milliseconds } = ended
  const attempt = {
    eventId: null,
    seq: null,
    type,
    attempt: 1,
    outcome,
    status,
    answer,
    milliseconds,
    agoMs: 0,
  }
  await db.transaction(async (runner) => {
    // it may have been removed while it was asked
    if (await lockWebhook(runner, id)) await insertWebhookAttempts(runner, id, [attempt])
  })
  return { outcome, status, answer, milliseconds }
}
