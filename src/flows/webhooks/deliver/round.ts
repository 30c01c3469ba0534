import type { Agent } from 'node:http'
import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import { postOperators } from '#messages/outbox/post-operators.ts'
import { type Delivery, postWebhook } from '#messages/webhooks/post.ts'
import type { LeasedWebhook } from '#messages/webhooks/queries/leases.ts'
import { lockWebhook, switchWebhookOff, type WebhookOff } from '#messages/webhooks/queries/webhooks.ts'
import { openWebhook, signingSecrets } from '#messages/webhooks/secrets.ts'
import { type Due, nextBatch } from './batch.ts'
import { recordRound } from './record.ts'
import { sendBatch } from './send.ts'
import { messageBody } from './told.ts'

export type Round = {
  holder: string
  agentFor(url: URL): Promise<Agent>
  /** Lets so many requests be under way, whoever they are to. */
  inSlot<Result>(work: () => Promise<Result>): Promise<Result>
  /** What each request waits for before it begins. */
  pace(): Promise<void>
  isWanted(): boolean
}

/** Sends a webhook a batch of what it is to be told. @returns whether there may be more now */
export const deliverRound = async (deps: Deps, webhook: LeasedWebhook, round: Round): Promise<boolean> => {
  const secrets = secretsOf(deps, webhook)
  if (!secrets) return switchOff(deps, webhook, 'unreadable')
  const batch = await nextBatch(deps, webhook)
  const post = (due: Due) => round.inSlot(() => postOne(deps, { webhook, secrets, due, round }))
  const sent = await sendBatch(batch.due, post, round)
  for (const { ended } of sent.sent) deps.metrics.webhookAttempts.add({ outcome: ended.outcome })
  const recorded = await recordRound(deps, webhook, round.holder, { batch, round: sent })
  if (!recorded) return false
  if (recorded.isGone) return switchOff(deps, webhook, 'gone')
  if (recorded.isHopeless) return switchOff(deps, webhook, 'failing')
  return !recorded.isPaused && !(batch.isLast && batch.due.length === 0)
}

type One = { webhook: LeasedWebhook; secrets: readonly string[]; due: Due; round: Round }

const postOne = async (deps: Deps, { webhook, secrets, due, round }: One): Promise<Delivery> => {
  const { url } = webhook
  const body = due.event ? await messageBody(deps.db, due.event, webhook) : ''
  const agent = await round.agentFor(new URL(url))
  const receiver = { url, secrets, privateHosts: deps.config.webhookPrivateHosts, agent }
  return postWebhook(receiver, { id: due.eventId, body }, deps.now())
}

/** @returns undefined if they do not open */
const secretsOf = ({ keys }: Deps, webhook: LeasedWebhook): string[] | undefined => {
  const opened = openWebhook(keys, webhook, webhook.sealed)
  return opened && signingSecrets(opened, webhook.hasFormer)
}

const switchOff = async (deps: Deps, { id, url }: LeasedWebhook, because: WebhookOff): Promise<false> => {
  const { host } = new URL(url)
  const isOff = await deps.db.transaction(async (runner) => {
    // where it leads elsewhere by now, the answer was somebody else's
    if ((await lockWebhook(runner, id))?.url !== url || !(await switchWebhookOff(runner, id, because)))
      return false
    const detail = { id, host, because }
    await recordEvent(runner, { type: 'webhook.disabled', actor: { kind: 'system' }, detail })
    await postOperators(deps.config, runner, { name: 'webhook-off', about: id, detail: { host, because } })
    return true
  })
  if (isOff) deps.log.error({ webhookId: id, because }, 'a webhook was switched off')
  return false
}
