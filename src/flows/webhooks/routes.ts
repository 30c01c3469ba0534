import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { findWebhook } from '#messages/webhooks/queries/webhooks.ts'
import { isId } from '#platform/crypto/id.ts'
import { notFound, orNotFound } from '#platform/errors.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { pageQuery } from '../account/page.ts'
import { actorOf } from '../operators/acts/actor-of.ts'
import { addWebhook } from './add.ts'
import { changedWebhookBody, newWebhookBody, replayBody } from './bodies.ts'
import { changeWebhook } from './change.ts'
import { listAttemptsOf } from './list-attempts.ts'
import { removeWebhook } from './remove.ts'
import { renewWebhookSecret } from './renew-secret.ts'
import { replayWebhook } from './replay.ts'
import { showWebhook, showWebhooks } from './shown.ts'
import { tryWebhook } from './try.ts'

const path = '/admin/webhooks/:webhookId'

export const webhookRoutes = endpoints((endpoint, deps) => {
  const known = async (id: string) => {
    if (!isId(id) || !(await findWebhook(deps.db, id))) throw notFound()
    return id
  }

  endpoint('POST', '/admin/webhooks', {
    summary: 'Be told what happens.',
    description:
      'From then on, each event of these types is sent to the address, signed as Standard Webhooks has it. The secret is told only now. There can be 20 webhooks.',
    body: newWebhookBody,
    answers: { 201: ['It is told what happens.', 'AddedWebhook'] },
    refusals: [400],
    serviceGuard: requireScope('webhooks:write'),
    handle: async ({ who, body: { url, types, description, includeAddresses } }) => {
      const wanted = {
        url,
        types,
        description: description ?? '',
        includesAddresses: includeAddresses ?? false,
      }
      const { id, secret } = await addWebhook(deps, wanted, await actorOf(deps, who))
      return { ...orNotFound(await showWebhook(deps.db, id)), secret }
    },
  })

  endpoint('GET', '/admin/webhooks', {
    summary: 'Webhooks, the oldest first.',
    description: 'Without their secrets.',
    answers: { 200: ['All of them.', 'Webhook[]'] },
    serviceGuard: requireScope('webhooks:read'),
    handle: () => showWebhooks(deps.db),
  })

  endpoint('GET', path, {
    summary: 'A webhook, and how it is doing.',
    answers: { 200: ['The webhook.', 'Webhook'] },
    serviceGuard: requireScope('webhooks:read'),
    handle: async ({ params }) => showWebhook(deps.db, await known(params.webhookId)).then(orNotFound),
  })

  endpoint('PATCH', path, {
    summary: 'Change a webhook, or switch it on or off.',
    description: 'What happened while it was off is sent once it is on, as far as it is kept: 30 days.',
    body: changedWebhookBody,
    answers: { 200: ['The webhook.', 'Webhook'] },
    refusals: [400],
    serviceGuard: requireScope('webhooks:write'),
    handle: async ({ who, params, body: { includeAddresses, ...changes } }) => {
      const id = await known(params.webhookId)
      const { url, types, description, enabled } = changes
      const given = {
        url: url ?? undefined,
        types: types ?? undefined,
        description: description ?? undefined,
        includesAddresses: includeAddresses ?? undefined,
        enabled: enabled ?? undefined,
      }
      if (!(await changeWebhook(deps, id, given, await actorOf(deps, who)))) throw notFound()
      return orNotFound(await showWebhook(deps.db, id))
    },
  })

  endpoint('DELETE', path, {
    summary: 'Remove a webhook.',
    answers: { 204: ['It is told nothing any more.'] },
    serviceGuard: requireScope('webhooks:write'),
    handle: async ({ who, params }) => {
      const id = await known(params.webhookId)
      if (!(await removeWebhook(deps, id, await actorOf(deps, who)))) throw notFound()
    },
  })

  endpoint('POST', `${path}/secret`, {
    summary: 'Renew the secret of a webhook.',
    description:
      'For 24 hours, messages are signed with the former one, too. Renewed again within them, the first one ends at once.',
    answers: { 200: ['The new secret, which is told only now.', 'WebhookSecret'] },
    serviceGuard: requireScope('webhooks:write'),
    handle: async ({ who, params }) => {
      const id = await known(params.webhookId)
      const renewed = orNotFound(await renewWebhookSecret(deps, id, await actorOf(deps, who)))
      return { secret: renewed.secret, formerUntil: renewed.formerUntil.toISOString() }
    },
  })

  endpoint('POST', `${path}/test`, {
    summary: 'Send a message of the type `webhook.test` now.',
    answers: { 200: ['What was answered.', 'WebhookTest'] },
    refusals: [400],
    serviceGuard: requireScope('webhooks:write'),
    handle: async ({ who, params }) => {
      const id = await known(params.webhookId)
      return orNotFound(await tryWebhook(deps, id, await actorOf(deps, who)))
    },
  })

  endpoint('GET', `${path}/attempts`, {
    summary: 'What was sent to a webhook, and what was answered, newest first.',
    query: {
      outcome: 'Only these: `delivered`, `failed`, `gone`, `given_up` or `forgotten`.',
      ...pageQuery,
    },
    answers: { 200: ['A page of attempts, which are kept for 30 days.', 'WebhookAttemptPage'] },
    serviceGuard: requireScope('webhooks:read'),
    handle: async ({ params, query }) => listAttemptsOf(deps, await known(params.webhookId), query),
  })

  endpoint('POST', `${path}/replay`, {
    summary: 'Send events again.',
    description:
      'All that came `after` an instant, or after a `next` of the feed, or one that was sent before, by its `eventId`. They have the ids that they had.',
    body: replayBody,
    answers: {
      202: ['They are sent again.', 'WebhookReplay'],
      410: ['They are no longer kept.', 'Refusal'],
    },
    refusals: [400],
    serviceGuard: requireScope('webhooks:write'),
    handle: async ({ who, params, body }) => {
      const id = await known(params.webhookId)
      return orNotFound(await replayWebhook(deps, id, body, await actorOf(deps, who)))
    },
  })
})
