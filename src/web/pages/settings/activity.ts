import { type EventRow, listEvents } from '../../../accounts/events/queries.ts'
import { readPage } from '../../../flows/account/page.ts'
import { deviceOf } from '../../../messages/mail/device.ts'
import { type Html, html } from '../../../platform/html.ts'
import { listLive, type SessionRow } from '../../../sessions/queries.ts'
import type { HostedPage, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { settingsView } from './frame.ts'
import { furtherLinks } from './further.ts'
import { sentenceOf } from './happened.ts'
import { timeTag } from './moment.ts'
import { ownerOf } from './owner.ts'

const atOnce = '20'

export const activityPage: HostedPage = {
  path: paths.activity,
  summary: 'What happened to the account, newest first.',
  query: { cursor: 'Where older ones begin.' },
  isPrivate: true,

  view: async (visit, again) => {
    const { words, at, query, deps } = visit
    const texts = words.settings.activity
    const { userId } = await ownerOf(visit)
    const [{ rows, next }, sessions] = await deps.db.transaction((runner) =>
      Promise.all([
        readPage({ cursor: query.cursor, limit: atOnce }, (range) => listEvents(runner, userId, range)),
        listLive(runner, userId),
      ]),
    )
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
}

const item = (visit: Visit, event: EventRow, sessions: readonly SessionRow[]): Html => {
  const { at, address, sessionId } = event
  const device = deviceOf(sessions.find(({ id }) => id === sessionId)?.userAgent ?? '', visit.words.language)
  const place = address ? html` ${visit.words.settings.activity.from(address)}` : undefined
  return html`<li class="row"><div><p>${sentenceOf(visit, event)}</p>
<p class="soft">${timeTag(visit.words, at)}${place}${device && html` · ${device}`}</p></div></li>`
}
