import type { Webhook } from '../../contract/admin.ts'
import { webhookFindings } from '../../src/flows/overview/findings/webhooks.ts'
import { showWebhooks } from '../../src/flows/webhooks/shown.ts'
import { readWaitingSeconds } from '../../src/messages/webhooks/queries/waiting.ts'
import { numberOf } from '../../src/platform/number-of.ts'
import { type Check, ok } from './check.ts'

export const webhooksCheck: Check = {
  name: 'webhooks',
  run: async (facts) => {
    const db = await facts.rows()
    const webhooks = await showWebhooks(db)
    const waits = new Map(
      (await readWaitingSeconds(db)).map(({ webhookId, seconds }) => [webhookId, seconds]),
    )
    const findings = webhooks.flatMap((webhook) =>
      webhookFindings(webhook, waits.get(webhook.id) ?? 0, Date.now()),
    )
    if (findings.length > 0) return findings
    return [ok(toldOf(webhooks))]
  },
}

const toldOf = (webhooks: readonly Webhook[]): string => {
  const { length } = webhooks.filter(({ enabled }) => enabled)
  if (length > 0) return `${numberOf(length, 'webhook')} ${length === 1 ? 'is' : 'are'} told what happens.`
  return webhooks.length > 0 ? 'An operator has switched all webhooks off.' : 'There are no webhooks.'
}
