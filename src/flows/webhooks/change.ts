import type { Actor } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { forgetTries } from '#messages/webhooks/queries/waiting.ts'
import {
  lockWebhook,
  switchWebhookOff,
  switchWebhookOn,
  updateWebhook,
  type WebhookRow,
} from '#messages/webhooks/queries/webhooks.ts'
import { openWebhook, sealWebhook } from '#messages/webhooks/secrets.ts'
import type { Runner } from '#platform/db/db.ts'
import { badRequest } from '#platform/errors.ts'
import type { WebhookDeps } from './add.ts'
import { readPatterns } from './bodies.ts'
import { requireAddress } from './require-address.ts'

type Changes = {
  url?: string | undefined
  types?: readonly string[] | undefined
  description?: string | undefined
  includesAddresses?: boolean | undefined
  enabled?: boolean | undefined
}

/**
 * Changes where it leads or what it is told, or switches it on or off. What happened while it was off is sent once it is on, as
 * far as it is kept.
 * @returns whether there is such a webhook
 * @throws 422 for an address or a type that will not do, 400 if its secret cannot be read
 */
export const changeWebhook = async (
  deps: WebhookDeps,
  id: string,
  { enabled, ...changes }: Changes,
  actor: Actor,
  reason?: string,
): Promise<boolean> => {
  if (changes.url !== undefined) await requireAddress(deps, changes.url)
  const types = changes.types && readPatterns(changes.types)
  const given = Object.fromEntries(
    Object.entries({ ...changes, types }).filter(([, value]) => value !== undefined),
  )
  return deps.db.transaction(async (runner) => {
    const webhook = await lockWebhook(runner, id)
    if (!webhook) return false
    if (Object.keys(given).length > 0) await replace(deps, runner, webhook, { ...webhook, ...given })
    const switched = enabled === undefined ? false : await turn(runner, id, enabled)
    const changed = [...Object.keys(given), ...(switched ? ['enabled'] : [])]
    if (changed.length > 0)
      await recordEvent(runner, { type: 'webhook.changed', actor, reason, detail: { id, changed } })
    return true
  })
}

/** Its secrets are sealed for the new target. */
const replace = async ({ keys }: WebhookDeps, runner: Runner, webhook: WebhookRow, next: WebhookRow) => {
  const secrets = openWebhook(keys, webhook, webhook.sealed)
  if (!secrets)
    throw badRequest('The secret of this webhook cannot be read any more. Remove it, and add it again.')
  await updateWebhook(runner, { ...next, sealed: sealWebhook(keys, next, secrets) })
}

const turn = async (runner: Runner, id: string, enabled: boolean) => {
  if (!enabled) return switchWebhookOff(runner, id, 'by_operator')
  const wasOff = await switchWebhookOn(runner, id)
  if (wasOff) await forgetTries(runner, id)
  return wasOff
}
