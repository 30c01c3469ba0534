import type { Webhook, WebhookAttempt } from '#contract/admin.ts'
import { listAttemptsOf } from '#flows/webhooks/list-attempts.ts'
import { showWebhooks } from '#flows/webhooks/shown.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import type { ActName, ConsoleAct } from '../acts/console-act.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { minuteOrNever, minuteTag } from '../moments.ts'
import { isGranted, operatorOf } from '../operator.ts'
import { buttonLink, factList, listOfRows, listRow, pageLinks } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'
import { webhookActs } from './webhook-acts.ts'
import { webhookAsked } from './webhook-asked.ts'

export const webhooksPage = consolePage({
  path: consolePaths.webhooks,
  summary: 'Who is told what happens.',
  scope: 'webhooks:read',

  view: async (visit, again) => {
    const { words, deps, at } = visit
    const webhooks = await showWebhooks(deps.db)
    const rows = webhooks.map((webhook) =>
      listRow(
        html`<a href="${at(consolePaths.webhook, { id: webhook.id })}"><bdi>${saidByOthers(webhook.url)}</bdi></a>`,
        html`${stateOfWebhook(visit, webhook)}<br><bdi>${saidByOthers(webhook.description)}</bdi>`,
      ),
    )
    return consoleView(visit, again, {
      title: words.console.sections.webhooks,
      section: 'webhooks',
      content: html`<p>${words.console.webhooks.lead}</p>
${listOfRows(visit, rows)}`,
    })
  },
})

export const webhookPage = consolePage({
  path: consolePaths.webhook,
  summary: 'A webhook, and what was sent to it.',
  query: { id: 'Of the webhook.', cursor: 'Where older ones begin.', done: 'What was done.' },
  scope: 'webhooks:read',

  view: async (visit, again) => {
    const { words, deps, at, query } = visit
    const webhook = await webhookAsked(visit)
    const { id } = webhook
    const { cursor } = query
    const { attempts, next } = await listAttemptsOf(deps, id, { cursor, limit: '20' })
    return consoleView(visit, again, {
      title: saidByOthers(webhook.url),
      section: 'webhooks',
      content: html`${factsOf(visit, webhook)}
${await actLinks(visit, webhook)}
<h2>${words.console.webhooks.attempts}</h2>
${listOfRows(
  visit,
  attempts.map((attempt) => attemptRow(visit, attempt)),
)}
${pageLinks(visit, (older) => at(consolePaths.webhook, { id, cursor: older }), { cursor, next })}`,
    })
  },
})

const stateOfWebhook = ({ words }: Visit, { disabledBecause }: Webhook): Html => {
  const { on, off, because } = words.console.webhooks
  return disabledBecause === null ? html`${on}` : html`${off}: ${because[disabledBecause]}`
}

const factsOf = (visit: Visit, webhook: Webhook): Html => {
  const { webhooks: texts, person } = visit.words.console
  const { types, lastSuccessAt, failingSince, waiting, behind } = webhook
  return factList([
    [person.state, stateOfWebhook(visit, webhook)],
    [texts.types, html`<code>${saidByOthers(types.join(', '))}</code>`],
    [texts.lastSuccess, minuteOrNever(visit, lastSuccessAt)],
    [texts.failingSince, failingSince === null ? undefined : minuteTag(visit, failingSince)],
    [texts.waiting, String(waiting)],
    [texts.behind, String(behind)],
  ])
}

const actLinks = async (visit: Visit, webhook: Webhook): Promise<Html> => {
  const { operator } = await operatorOf(visit)
  const links = (Object.entries(webhookActs) as [ActName, ConsoleAct<Webhook>][])
    .filter(([, { scope, isDue }]) => isGranted(operator, scope) && isDue(webhook))
    .map(([act]) => {
      const to = visit.at(consolePaths.webhookAct, { id: webhook.id, act })
      return html`<li>${buttonLink(to, visit.words.console.acts[act].title)}</li>`
    })
  return html`<ul class="buttons">${links}</ul>`
}

const attemptRow = (visit: Visit, attempt: WebhookAttempt): Html => {
  const { type, outcome, at, status, answer, milliseconds } = attempt
  const { answer: answered } = visit.words.console.webhooks
  return listRow(
    html`<code>${saidByOthers(type)}</code> · ${outcome}`,
    html`${minuteTag(visit, at)} · ${milliseconds} ms · ${answered(status ?? '–')}<br><bdi>${saidByOthers(answer)}</bdi>`,
  )
}
