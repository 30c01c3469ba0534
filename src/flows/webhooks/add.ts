import type { Actor } from '#accounts/events/events.ts'
import { lastFed } from '#accounts/events/queries/read-feed.ts'
import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import { insertWebhook, listWebhooks, lockWebhooks } from '#messages/webhooks/queries/webhooks.ts'
import { newWebhookSecret, sealWebhook } from '#messages/webhooks/secrets.ts'
import { newId } from '#platform/crypto/id.ts'
import { badRequest } from '#platform/errors.ts'
import { readPatterns } from './bodies.ts'
import { requireAddress } from './require-address.ts'

export type WebhookDeps = Pick<Deps, 'db' | 'keys' | 'now'> & {
  config: Pick<Deps['config'], 'webhookPrivateHosts'>
}

type Wanted = {
  url: string
  types: readonly string[]
  description: string
  includesAddresses: boolean
}

const most = 20

/**
 * From now on, it is told what happens.
 * @returns its id and its secret, which nothing can show again
 * @throws 422 for an address or a type that will not do, 400 if there are 20 already
 */
export const addWebhook = async (
  deps: WebhookDeps,
  wanted: Wanted,
  actor: Actor,
): Promise<{ id: string; secret: string }> => {
  await requireAddress(deps, wanted.url)
  const target = { ...wanted, id: newId(deps.now()), types: readPatterns(wanted.types) }
  const secret = newWebhookSecret()
  await deps.db.transaction(async (runner) => {
    await lockWebhooks(runner)
    if ((await listWebhooks(runner)).length >= most)
      throw badRequest(`There are ${most} webhooks, which is the most. Remove one first.`)
    const sealed = sealWebhook(deps.keys, target, { secret })
    await insertWebhook(runner, { ...target, sealed, ...(await lastFed(runner)) })
    const { id, url, types } = target
    await recordEvent(runner, {
      type: 'webhook.added',
      actor,
      detail: { id, host: new URL(url).host, types },
    })
  })
  return { id: target.id, secret }
}
