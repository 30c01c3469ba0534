import type { Actor } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import { lockWebhook, replaceSecret } from '#messages/webhooks/queries/webhooks.ts'
import { newWebhookSecret, openWebhook, sealWebhook } from '#messages/webhooks/secrets.ts'
import { day } from '#platform/seconds.ts'

type Renewed = { secret: string; formerUntil: Date }

/** For a day, messages are signed with the former secret, too. @returns undefined if there is no such webhook */
export const renewWebhookSecret = (
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  id: string,
  actor: Actor,
  reason?: string,
): Promise<Renewed | undefined> =>
  db.transaction(async (runner) => {
    const webhook = await lockWebhook(runner, id)
    if (!webhook) return
    // one that cannot be read any more has nobody to verify it
    const former = openWebhook(keys, webhook, webhook.sealed)?.secret
    const secret = newWebhookSecret()
    const sealed = sealWebhook(keys, webhook, { secret, former })
    const formerUntil = await replaceSecret(runner, { id, sealed, formerSeconds: former ? day : 0 })
    await recordEvent(runner, { type: 'webhook.changed', actor, reason, detail: { id, changed: ['secret'] } })
    return formerUntil && { secret, formerUntil }
  })
