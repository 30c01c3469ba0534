import type { Webhook } from '../../contract/admin.ts'
import { showWebhooks } from '../../src/flows/webhooks/shown.ts'
import { readWaitingSeconds } from '../../src/messages/webhooks/queries/waiting.ts'
import { hour } from '../../src/platform/seconds.ts'
import { numberOf } from '../commands/number-of.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'
import { spanOf } from './span.ts'

const failingMs = hour * 1_000
const lateSeconds = hour

export const webhooksCheck: Check = {
  name: 'webhooks',
  run: async (facts) => {
    const db = await facts.rows()
    const webhooks = await showWebhooks(db)
    const waits = new Map(
      (await readWaitingSeconds(db)).map(({ webhookId, seconds }) => [webhookId, seconds]),
    )
    const findings = webhooks.flatMap((webhook) => findingOf(webhook, waits.get(webhook.id) ?? 0))
    if (findings.length > 0) return findings
    return [ok(toldOf(webhooks))]
  },
}

const toldOf = (webhooks: readonly Webhook[]): string => {
  const { length } = webhooks.filter(({ enabled }) => enabled)
  if (length > 0) return `${numberOf(length, 'webhook')} ${length === 1 ? 'is' : 'are'} told what happens.`
  return webhooks.length > 0 ? 'An operator has switched all webhooks off.' : 'There are no webhooks.'
}

const findingOf = (webhook: Webhook, waitSeconds: number): Finding[] => {
  const { id, url, disabledBecause, failingSince } = webhook
  const name = `The webhook at ${new URL(url).host}`
  const attempts = `See what it answers: npx sallyport webhooks attempts ${id}`
  if (disabledBecause === 'by_operator') return []
  if (disabledBecause)
    return [
      fail(
        `${name} was switched off (${disabledBecause}).`,
        `Correct that, and then: npx sallyport webhooks enable ${id}`,
      ),
    ]
  if (failingSince && Date.now() - Date.parse(failingSince) > failingMs)
    return [warn(`${name} has accepted nothing since ${failingSince}.`, attempts)]
  if (waitSeconds > lateSeconds)
    return [warn(`${name} refuses some events, the oldest for ${spanOf(waitSeconds)}.`, attempts)]
  return []
}
