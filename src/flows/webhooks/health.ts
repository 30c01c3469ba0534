import { readPlaceAge } from '#accounts/events/queries/places.ts'
import { readWebhookFacts } from '#messages/webhooks/queries/health.ts'
import type { Runner } from '#platform/db/db.ts'

type WebhookHealth = {
  /** How long the oldest event has waited for a webhook that is on. */
  lagSeconds: number
  /** How many were switched off by themselves. */
  off: number
}

export const readWebhookHealth = async (runner: Runner): Promise<WebhookHealth> => {
  const { waitingSeconds, slowest, off } = await readWebhookFacts(runner)
  const behindSeconds = slowest === null ? 0 : await readPlaceAge(runner, slowest)
  return { lagSeconds: Math.max(waitingSeconds, behindSeconds), off }
}
