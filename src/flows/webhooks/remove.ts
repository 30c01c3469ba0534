import type { Actor } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import { deleteWebhook } from '#messages/webhooks/queries/webhooks.ts'

/** With what waits for it, and its attempts. @returns whether there was such a webhook */
export const removeWebhook = ({ db }: Pick<Deps, 'db'>, id: string, actor: Actor): Promise<boolean> =>
  db.transaction(async (runner) => {
    const webhook = await deleteWebhook(runner, id)
    if (!webhook) return false
    const detail = { id, host: new URL(webhook.url).host }
    await recordEvent(runner, { type: 'webhook.removed', actor, detail })
    return true
  })
