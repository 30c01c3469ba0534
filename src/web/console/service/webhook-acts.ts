import vine from '@vinejs/vine'
import type { Webhook } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { changeWebhook } from '#flows/webhooks/change.ts'
import { renewWebhookSecret } from '#flows/webhooks/renew-secret.ts'
import { replayWebhook } from '#flows/webhooks/replay.ts'
import { tryWebhook } from '#flows/webhooks/try.ts'
import { orNotFound } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { untouched, type Visit } from '../../pages/hosted-page.ts'
import { actPage } from '../acts/act-page.ts'
import type { ConsoleActs, Doing } from '../acts/console-act.ts'
import { consoleView } from '../frame.ts'
import { factList } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'
import { webhookAsked } from './webhook-asked.ts'

const switching =
  (enabled: boolean) =>
  async (deps: Deps, { target, actor, reason }: Doing<Webhook>) => {
    orNotFound((await changeWebhook(deps, target.id, { enabled }, actor, reason)) || undefined)
    return undefined
  }

/** What the interface does to a webhook, without what a form is too small for: adding one, and changing what it is told. */
export const webhookActs: ConsoleActs<Webhook> = {
  'test-webhook': {
    scope: 'webhooks:write',
    tells: 'operators',
    isDue: () => true,
    run: async (deps, { target, actor, reason }, visit) => {
      const { outcome, status, answer, milliseconds } = orNotFound(
        await tryWebhook(deps, target.id, actor, reason),
      )
      const { answer: answered } = visit.words.console.webhooks
      return shown(visit, target, 'test-webhook', [
        [answered(status ?? '–'), `${outcome}, ${milliseconds} ms`],
        ['', html`<bdi>${saidByOthers(answer)}</bdi>`],
      ])
    },
  },
  'replay-webhook': {
    scope: 'webhooks:write',
    tells: 'operators',
    isDue: () => true,
    fields: ({ console: { fields } }) => [
      { name: 'after', label: fields.after, hint: fields.afterHint, type: 'text', autocomplete: 'off' },
    ],
    input: { after: vine.string() },
    run: async (deps, { target, typed, actor, reason }) => {
      orNotFound(await replayWebhook(deps, target.id, { after: typed.after }, actor, reason))
      return undefined
    },
  },
  'rotate-secret': {
    scope: 'webhooks:write',
    tells: 'operators',
    isDangerous: true,
    isDue: () => true,
    run: async (deps, { target, actor, reason }, visit) => {
      const { secret } = orNotFound(await renewWebhookSecret(deps, target.id, actor, reason))
      const label = visit.words.console.webhooks.secret
      return shown(visit, target, 'rotate-secret', [[label, html`<code class="secret">${secret}</code>`]])
    },
  },
  'switch-off-webhook': {
    scope: 'webhooks:write',
    tells: 'operators',
    isDue: ({ enabled }) => enabled,
    run: switching(false),
  },
  'switch-on-webhook': {
    scope: 'webhooks:write',
    tells: 'operators',
    isDue: ({ enabled }) => !enabled,
    run: switching(true),
  },
}

/** What came of it. */
const shown = (
  visit: Visit,
  { id, url }: Webhook,
  act: keyof typeof webhookActs,
  facts: Parameters<typeof factList>[0],
) =>
  consoleView(visit, untouched, {
    title: visit.words.console.done(visit.words.console.acts[act].title),
    section: 'webhooks',
    content: html`${factList(facts)}
<p><a href="${visit.at(consolePaths.webhook, { id })}"><bdi>${saidByOthers(url)}</bdi></a></p>`,
  })

export const webhookActPage = actPage({
  path: consolePaths.webhookAct,
  summary: 'Does something to a webhook.',
  section: 'webhooks',
  acts: webhookActs,
  find: async (visit) => {
    const webhook = await webhookAsked(visit)
    const { url, types, enabled, formerSecretUntil } = webhook
    const name = html`<bdi>${saidByOthers(url)}</bdi>`
    return { target: webhook, name, state: { url, types, enabled, formerSecretUntil } }
  },
  back: ({ at }, query) => at(consolePaths.webhook, query),
})
