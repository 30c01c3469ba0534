import { type EventRow, listEvents } from '#accounts/events/queries/events.ts'
import { readPage } from '#flows/account/page.ts'
import { deviceOf } from '#messages/mail/device.ts'
import { type Html, html } from '#platform/html.ts'
import { listLive, type SessionRow } from '#sessions/queries/sessions.ts'
import type { Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { settingsView } from './frame.ts'
import { furtherLinks } from './further.ts'
import { sentenceOf } from './happened.ts'
import { timeTag } from './moment.ts'
import { ownPage } from './own-page.ts'

const atOnce = '20'

export const activityPage = ownPage({
  path: paths.activity,
  summary: 'What happened to the account, newest first.',
  query: { cursor: 'Where older ones begin.' },
  reads: (runner, { userId }, { query }) =>
    Promise.all([
      readPage({ cursor: query.cursor, limit: atOnce }, (range) => listEvents(runner, userId, range)),
      listLive(runner, userId),
    ]),

  view: (visit, again, [{ rows, next }, sessions]) => {
    const { words, at, query } = visit
    const texts = words.settings.activity
    return settingsView(visit, again, {
      title: words.settings.sections.activity,
      section: 'activity',
      content: html`<p>${texts.lead}</p>
${rows.length === 0 ? html`<p>${texts.none}</p>` : html`<ul class="list">${rows.map((row) => item(visit, row, sessions))}</ul>`}
${furtherLinks([
  [texts.newest, query.cursor && at(paths.activity)],
  [texts.older, next === null ? undefined : at(paths.activity, { cursor: next })],
])}`,
    })
  },
})

const item = (visit: Visit, event: EventRow, sessions: readonly SessionRow[]): Html => {
  const { at, address, sessionId, reason } = event
  const texts = visit.words.settings.activity
  const device = deviceOf(sessions.find(({ id }) => id === sessionId)?.userAgent ?? '', visit.words.language)
  const place = address ? html` ${texts.from(address)}` : undefined
  return html`<li class="row"><div><p>${sentenceOf(visit, event)}</p>
<p class="soft">${timeTag(visit, at)}${place}${device && html` · ${device}`}</p>
${isByOperator(event) ? html`<p class="soft">${texts.byOperator(reason)}</p>` : undefined}</div></li>`
}

// the sentence for an ended session says so itself
const isByOperator = ({ actorKind, type }: EventRow) =>
  ['operator', 'service_key'].includes(actorKind) && type !== 'session.ended'
