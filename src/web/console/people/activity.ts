import { listEventsOf } from '#flows/account/list-events.ts'
import { html } from '#platform/html.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { listOfRows, pageLinks } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'
import { eventRow } from './event-row.ts'
import { addressOf, personAsked } from './one-person.ts'

export const personActivityPage = consolePage({
  path: consolePaths.activity,
  summary: 'What happened to an account, newest first.',
  query: { id: 'Of the account.', cursor: 'Where older ones begin.' },
  scope: 'users:read',

  view: async (visit, again) => {
    const { deps, words, at, query } = visit
    const user = await personAsked(visit)
    const asked = { cursor: query.cursor, limit: '20' }
    const { events, next } = await listEventsOf(deps, user.id, asked, { isForOperators: true })
    const pageOf = (cursor: string | undefined) => at(consolePaths.activity, { id: user.id, cursor })
    return consoleView(visit, again, {
      title: `${words.console.person.activity}: ${saidByOthers(user.email)}`,
      section: 'people',
      content: html`${listOfRows(
        visit,
        events.map((event) => eventRow(visit, event)),
      )}
${pageLinks(visit, pageOf, { cursor: query.cursor, next })}
<p><a href="${at(consolePaths.person, { id: user.id })}">${addressOf(user)}</a></p>`,
    })
  },
})
